"""The points of a report's results, by its lines 162, XXS and BB, in tenths."""

from tournaments.pairing import Kind, PointsTable
from tournaments.trf.errors import TrfError
from tournaments.trf.records import Points, Report

UNIT = 10
# The symbols of XXS: win, draw and loss with white and black, forfeits, and the byes.
CODES = ("WW", "BW", "WD", "BD", "WL", "BL", "FW", "FL", "FPB", "HPB", "ZPB", "PAB")
USUAL = dict.fromkeys(CODES, 0) | dict.fromkeys(("WW", "BW", "FW", "FPB", "PAB"), 10) | dict.fromkeys(
    ("WD", "BD", "HPB"), 5
)  # fmt: skip
# The symbols of XXS that a letter of 162, XXS or a BB line stands for.
MEANS = {
    "W": ("WW", "BW", "FW", "FPB"),
    "D": ("WD", "BD", "HPB"),
    "L": ("WL", "BL"),
    "A": ("ZPB", "FL"),
    "Z": ("ZPB",),
    "F": ("FL",),
    "P": ("PAB",),
    "X": (),
}
ALIKE = (("WW", "BW"), ("WD", "BD"), ("WL", "BL"))
Worth = dict[str, int]


def worth_of(report: Report) -> Worth:
    """The points by the symbols of XXS, in tenths: a win 10 and a tie 5 unless a line says otherwise. A PAB that no
    line names counts as a win; if there is a line XXS, it counts 10. A later line replaces an earlier one."""
    worth = dict(USUAL)
    stated = [one for one in report.records if isinstance(one, Points)]
    for symbol, value in (pair for one in stated for pair in one.values):
        worth |= dict.fromkeys(MEANS.get(symbol, (symbol,)), value)
    has_pab = any(one.code == "XXS" or {"P", "PAB"} & dict(one.values).keys() for one in stated)
    return worth if has_pab else {**worth, "PAB": worth["WW"]}


def points_table_of(report: Report) -> PointsTable:
    """The points as a points table. `faults` refuses points by colour."""
    worth = worth_of(report)
    return PointsTable(
        key="trf",
        unit=UNIT,
        win=worth["WW"],
        tie=worth["WD"],
        loss=worth["WL"],
        forfeit_win=worth["FW"],
        forfeit_loss=worth["FL"],
        pab=worth["PAB"],
        full=None if worth["FPB"] == worth["WW"] else worth["FPB"],
    )


def byes_of(worth: Worth) -> dict[Kind, int]:
    """The points of each kind of bye; a win without an opponent counts as one by forfeit."""
    return {
        Kind.PAB: worth["PAB"],
        Kind.FULL: worth["FPB"],
        Kind.HALF: worth["HPB"],
        Kind.ZERO: worth["ZPB"],
        Kind.FORFEIT: worth["FW"],
    }


def faults(report: Report) -> list[TrfError]:
    """The faults of a report whose points no table here can express: different ones with white and with black."""
    worth = worth_of(report)
    stated = [one for one in report.records if isinstance(one, Points)]
    return [
        TrfError(report.line_of(stated[-1]), 5, white, f"the same as {black}: points by colour cannot be counted here")
        for white, black in ALIKE
        if worth[white] != worth[black]
    ]
