"""Games without rounds (arenas): which waiting players meet now, and the points of a game."""

from tournaments.pairing.on_the_spot.opponents import Waiting as Waiting
from tournaments.pairing.on_the_spot.opponents import pairs as pairs
from tournaments.pairing.on_the_spot.scoring import Score as Score
from tournaments.pairing.on_the_spot.scoring import after as after
