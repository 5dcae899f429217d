"""The rules of the Swiss read literally: every legal pairing of a small field is listed, graded and compared.

Written from the text alone; it shares nothing with the engine but the crosstable.
"""

from itertools import groupby


class Field:
    def __init__(self, crosstable, rules):
        self.table, self.rules = crosstable, rules
        self.numbers = sorted(
            (n for n, row in crosstable.rows.items() if row.is_available), key=lambda n: (-crosstable.score(n), n)
        )
        self.score = {n: crosstable.score(n) for n in self.numbers}
        self.met = {n: crosstable.met(n) for n in self.numbers}
        self.one_ago = {n: crosstable.float_of(n, crosstable.rounds) for n in self.numbers}
        self.two_ago = {n: crosstable.float_of(n, crosstable.rounds - 1) for n in self.numbers}
        self.turns = {n: self._turns(n) for n in self.numbers}
        half = crosstable.rounds * crosstable.table.win / 2
        is_last = crosstable.rounds + 1 >= rules.rounds
        self.topscorers = {n for n in self.numbers if is_last and self.score[n] > half}

    def _turns(self, n):
        """The word of an entry's turns, F for first, S for second, in the matches that it played; empty in `card`."""
        played = [r for r in self.table.results(n) if r.is_met and r.is_first is not None]
        return "".join("F" if r.is_first else "S" for r in played) if self.rules.system == "dutch" else ""

    def surplus(self, n):
        return self.turns[n].count("F") - self.turns[n].count("S")

    def wants(self, n):
        """What an entry is due: its rarer turn beyond a difference of 1, else not the same a third time, else its rarer
        turn, else the other than last."""
        word, surplus = self.turns[n], self.surplus(n)
        if not word:
            return None
        if abs(surplus) > 1 or (surplus and word[-2:] not in ("FF", "SS")):
            return "S" if surplus > 0 else "F"
        return "S" if word[-1] == "F" else "F"

    def must(self, n):
        """Is that absolute?"""
        return abs(self.surplus(n)) > 1 or self.turns[n][-2:] in ("FF", "SS")

    def clash(self, a, b):
        return self.wants(a) is not None and self.wants(a) == self.wants(b)

    def legal(self, a, b):
        if self.clash(a, b) and self.must(a) and self.must(b) and not {a, b} & self.topscorers:
            return False
        return b not in self.met[a] and frozenset((a, b)) not in self.rules.forbidden

    def colour_faults(self, a, b):
        """C10 to C13 of one pair, 1 for a fault."""
        if not self.clash(a, b):
            return 0, 0, 0, 0
        both = self.must(a) and self.must(b)
        beyond = both and abs(self.surplus(a)) > 1 and abs(self.surplus(b)) > 1
        third = both and self._is_third(a, b)
        weak = any(not self.must(n) and self.surplus(n) == 0 for n in (a, b))
        return int(beyond), int(third), 1, int(not weak and not both)

    def _is_third(self, a, b):
        """Whoever does not get what both want has it a third time running: with equal differences one of those who had
        the other turn twice; else the one with the narrower difference."""
        twice = {n: self.turns[n][-2:] == {"F": "SS", "S": "FF"}[self.wants(n)] for n in (a, b)}
        wide_a, wide_b = abs(self.surplus(a)), abs(self.surplus(b))
        if wide_a == wide_b:
            return twice[a] and twice[b]
        return twice[a if wide_a < wide_b else b]

    def rounds_of(self, numbers):
        """Every complete legal pairing of these, as a dict number -> partner (0 = PAB)."""
        if not numbers:
            yield {}
            return
        first, *rest = numbers
        for other in rest:
            if self.legal(first, other):
                for found in self.rounds_of([n for n in rest if n != other]):
                    yield {first: other, other: first, **found}
        if len(numbers) % 2 and self.table.may_have_bye(first):
            for found in self.rounds_of(rest):
                yield {first: 0, **found}


def best_round(crosstable, rules):
    """The one right pairing as a set of (higher, lower) and the PAB's receiver, or None when there is none."""
    field = Field(crosstable, rules)
    candidates = list(field.rounds_of(field.numbers))
    if not candidates:
        return None
    if rules.system == "card":
        candidates = _keeping_most(field, candidates, rules.rounds - crosstable.rounds - 1)
    if len(field.numbers) % 2:
        candidates = _least(candidates, lambda found: field.score[_receiver(found)])  # C5
    groups = [list(g) for _, g in groupby(field.numbers, key=lambda n: field.score[n])]
    moved, boards = [], []
    for n, residents in enumerate(groups):
        following = groups[n + 1] if n + 1 < len(groups) else []
        candidates = _least(candidates, lambda f, m=moved, r=residents, x=following: _grade(field, f, m, r, x))
        candidates = _least(candidates, lambda f, m=moved, r=residents: _sequence(f, m, r))
        found = candidates[0]
        inside = moved + residents
        boards += [(a, found[a]) for a in inside if found[a] in inside and inside.index(a) < inside.index(found[a])]
        moved = [a for a in inside if found[a] not in inside]
        fixed = {a: found[a] for a in inside if found[a] in inside}
        candidates = [f for f in candidates if all(f[a] == b for a, b in fixed.items())]
    return set(boards), moved[0] if moved else None


def _keeping_most(field, candidates, left):
    """The rounds that leave the greatest number of the rounds after them possible."""
    games = {frozenset((a, b)) for a in field.numbers for b in field.numbers if a < b and b not in field.met[a]}
    games -= set(field.rules.forbidden)
    games |= {frozenset((a, 0)) for a in field.numbers if field.table.may_have_bye(a)}
    everybody = [*field.numbers, *([0] if len(field.numbers) % 2 else [])]
    known = {}

    def may_play(games, rounds):
        if not rounds:
            return True
        if (games, rounds) not in known:
            known[games, rounds] = any(may_play(games - one, rounds - 1) for one in _perfect(everybody, games))
        return known[games, rounds]

    for rounds in range(left, 0, -1):
        keeping = [f for f in candidates if may_play(frozenset(games - {frozenset(two) for two in f.items()}), rounds)]
        if keeping:
            return keeping
    return candidates


def _perfect(numbers, games):
    """Every way to give each of these a partner."""
    if not numbers:
        yield frozenset()
        return
    first, *rest = numbers
    for other in rest:
        if (pair := frozenset((first, other))) in games:
            for found in _perfect([n for n in rest if n != other], games):
                yield found | {pair}


def _receiver(found):
    return next((a for a, b in found.items() if b == 0), None)


def _least(candidates, grade):
    graded = [(grade(found), found) for found in candidates]
    best = min(g for g, _ in graded)
    return [found for g, found in graded if g == best]


def _grade(field, found, moved, residents, following):
    """C6 to C9 and C14 to C21, each as a number or list to be made small."""
    score, inside = field.score, moved + residents
    here = score[residents[0]]
    down = [a for a in inside if found[a] not in inside]
    still_down = [a for a in down + following if found[a] not in down + following]
    upper = [(a, found[a]) for a in inside if found[a] in inside and score[a] > score[found[a]]]
    grade = [
        len(down),
        sorted((score[a] for a in down), reverse=True),
        len(still_down),
        sorted((score[a] for a in still_down), reverse=True),
    ]
    receiver = _receiver(found)
    grade.append(field.table.unplayed(receiver) if len(down) == 1 and receiver == down[0] else 0)
    inner = [(a, found[a]) for a in inside if found[a] in inside and inside.index(a) < inside.index(found[a])]
    faults = [field.colour_faults(a, b) for a, b in inner]
    grade += [sum(column) for column in zip(*faults, strict=True)] or [0, 0, 0, 0]
    for ago in (field.one_ago, field.two_ago):
        grade.append(sum(a in residents and ago[a] < 0 for a in down))
        grade.append(sum(ago[b] > 0 for _, b in upper))
    for ago in (field.one_ago, field.two_ago):
        onward = [score[a] - here + 2 for a in down if a in moved and ago[a] < 0]
        paired = [score[a] - score[b] for a, b in upper if ago[a] < 0]
        level = [0 for a in moved if ago[a] < 0 and a not in down and score[found[a]] >= score[a]]
        grade.append(sorted(onward + paired + level, reverse=True))
        grade.append(sorted((score[a] - score[b] for a, b in upper if ago[b] > 0), reverse=True))
    return grade


def _sequence(found, moved, residents):
    """Where the pairing of a group stands in the sequence of those that are equally good."""
    inside = moved + residents
    stays = [found[a] not in inside for a in moved]
    opponents = [inside.index(found[a]) for a in moved if found[a] in inside]
    rest = [a for a in residents if found[a] not in moved]
    pairs = sorted(
        (rest.index(a), rest.index(found[a])) for a in rest if found[a] in rest and rest.index(a) < rest.index(found[a])
    )
    half = len(pairs)
    new_upper = [a for a, _ in pairs]
    into = sorted(a for a in new_upper if a >= half)
    out = sorted((a for a in range(half) if a not in new_upper), reverse=True)
    return stays, opponents, len(into), sum(into) - sum(out), [-a for a in out], into, [b for _, b in pairs]
