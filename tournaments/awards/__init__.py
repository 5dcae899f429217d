"""Assign prizes. Pure."""

from tournaments.awards.assigning import Award as Award
from tournaments.awards.assigning import Category as Category
from tournaments.awards.assigning import Prize as Prize
from tournaments.awards.assigning import assign as assign
