"""Games without rounds: who of those who wait play each other now, and what a game is worth (arenas)."""

from tournaments.pairing.on_the_spot.opponents import Waiting as Waiting
from tournaments.pairing.on_the_spot.opponents import pairs as pairs
from tournaments.pairing.on_the_spot.scoring import Score as Score
from tournaments.pairing.on_the_spot.scoring import after as after
