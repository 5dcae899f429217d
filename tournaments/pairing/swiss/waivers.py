"""Ways out of a round that cannot be paired: the rules that an organiser may waive for one pairing."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Waivers:
    """The waived rules: meetings in these rounds (from 1) may be repeated, as few as possible; hard pairs may meet
    after all; an entry that had a bye may have another; C3 (two who must have the same turn to deal); the acceleration.
    `games_left`: only remaining games are played, as many as possible, and the others rest."""

    again: frozenset[int] = frozenset()
    lifted: frozenset[frozenset[int]] = frozenset()
    second_bye: bool = False
    same_turn: bool = False
    no_acceleration: bool = False
    games_left: bool = False

    def __or__(self, other: "Waivers") -> "Waivers":
        """The union of two waivers."""
        return Waivers(
            again=self.again | other.again,
            lifted=self.lifted | other.lifted,
            second_bye=self.second_bye or other.second_bye,
            same_turn=self.same_turn or other.same_turn,
            no_acceleration=self.no_acceleration or other.no_acceleration,
            games_left=self.games_left or other.games_left,
        )


NOTHING = Waivers()
