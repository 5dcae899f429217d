"""How often deals of gin end in gin, an undercut or a dead hand when two house players of level club play."""

ENDINGS = ("gin", "undercut", "dead")
# For each variant the number of deals, and how many ended in each way: `python -m bench.rates --deals 2000`.
EXPECTED = {
    "gin-rummy-com": (2000, 269, 45, 47),
    "gin-pagat": (2000, 271, 89, 64),
    "oklahoma": (2000, 436, 95, 48),
}
