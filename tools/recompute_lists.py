"""Recompute the published Elo lists of a site from its public dump alone: `python recompute_lists.py FOLDER`.

FOLDER holds manifest.json and the files of a dump (the deals and players may be missing). Every file that is there must
have its checksum; then each list is computed from the matches before its time, which must have the list's own digest,
and compared line by line. Ends with 0 when all is equal, else with 1.
"""

import gzip
import hashlib
import json
import math
import sys
from datetime import datetime, timedelta
from pathlib import Path

MATCHES = "id,finished_at,a,b,score_a,margin,deals,expected_deals,luck,kind\n"
OF_SEVERAL = MATCHES[:-1] + ",seats\n"  # of lists with tables of more than two
RANKS = "rank,player,rating,deviation,matches,opponents,peak,provisional,last_match\n"
YEAR = 365 * 86400 * 1_000_000  # microseconds


class Elo:
    """A list while it grows, match by match."""

    def __init__(self, params):
        self.params, self.players = params, {}  # id: rating, matches, opponents, peak, last match

    def rate(self, row):
        """Rate one line of the file of matches."""
        _id, at, a, b, score, *rest = row.rstrip("\n").split(",")
        if rest[5:] and rest[5]:
            self.rate_several([seat.split(":") for seat in rest[5].split()], at)
            return
        own, other = self.player(a), self.player(b)
        offset, before = self.params["advantage"], (own[0], other[0])
        for who, met, mine, theirs, lead, got in (
            (own, b, *before, offset, float(score)),
            (other, a, *before[::-1], -offset, 1.0 - float(score)),
        ):
            self.move(who, self.k(who[1]) * (got - expected(mine + lead, theirs)), at, {met})

    def rate_several(self, seats, at):
        """Rate a table of more than two: (player, side, place, margin) by seat. Each side is compared with each other
        one."""
        sides, places = {}, {}
        for player, side, place, _margin in sorted(seats, key=lambda seat: int(seat[1])):
            sides.setdefault(side, []).append(player)
            places[side] = int(place)
        ratings = {side: [self.player(one)[0] for one in players] for side, players in sides.items()}

        def view(side, other):
            return mean([expected(rating, mean(ratings[other])) for rating in ratings[side]])

        steps = {}
        for side, players in sides.items():
            others = [other for other in sides if other != side]
            k = mean([self.k(self.player(one)[1]) for one in players])
            hoped = mean([(view(side, other) + 1.0 - view(other, side)) / 2.0 for other in others])
            got = mean([0.5 if places[side] == places[it] else float(places[side] < places[it]) for it in others])
            steps[side] = k * (got - hoped)
        for side, players in sides.items():
            met = {one for other in sides if other != side for one in sides[other]}
            for one in players:
                self.move(self.player(one), steps[side], at, met)

    def player(self, one):
        """The state of a player so far."""
        return self.players.setdefault(one, [self.params["start"], 0, set(), None, 0])

    def move(self, who, step, at, met):
        """Take in one more match."""
        who[0] += step
        who[1] += 1
        who[2] |= met
        who[3] = who[0] if who[3] is None else max(who[3], who[0])
        who[4] = int(at)

    def k(self, played):
        """The step size of a player who has played `played` matches."""
        if self.params["k"] == "decay":
            return max(self.params["k_min"], self.params["k0"] / (float(played) + self.params["o"]) ** self.params["p"])
        return float(self.params["k"])

    def ranks(self, as_of):
        """The list as text."""
        rows = [(round(one[0], 6), player, one) for player, one in self.players.items()]
        rows.sort(key=lambda row: (-row[0], row[1]))
        text, listed, place, last = [RANKS], 0, None, None
        for rating, player, (_, played, met, peak, at) in rows:
            new = played < 20 or len(met) < 5
            rank = ""
            if not new and as_of - at <= YEAR:
                listed += 1
                place = place if rating == last else listed
                rank, last = place, rating
            text.append(f"{rank},{player},{rating:.6f},,{played},{len(met)},{peak:.6f},{int(new)},{at}\n")
        return "".join(text)


def expected(own, other):
    """The score that one rating may expect against another."""
    return 1.0 / (1.0 + 10.0 ** (-(own - other) / 400.0))


def mean(values):
    """The exact mean of some numbers, whatever their order."""
    return math.fsum(values) / len(values)


def can_be_done(one):
    """Can this script compute a list of this kind?"""
    params = one["params"]
    plain = params.get("expectation") == "logistic" and params.get("rule400") == "none" and params.get("k") != "fide"
    return one["system"] == "elo" and plain


def micros(moment):
    """A time as microseconds since 1970."""
    return (datetime.fromisoformat(moment) - datetime.fromisoformat("1970-01-01T00:00:00+00:00")) // timedelta(
        microseconds=1
    )


def checked(folder):
    """The manifest, after every file that is there has been read and its checksum compared."""
    manifest, wrong = json.loads((folder / "manifest.json").read_bytes()), 0
    if manifest["format"] not in ("undercut-dump/1", "undercut-dump/2"):
        sys.exit(f"{folder}: this script reads undercut-dump/1 and /2, not {manifest['format']}")
    for file in manifest["files"]:
        path, digest = folder / file["name"], hashlib.sha256()
        if not path.exists() and file["what"].partition(":")[0] in ("deals", "players"):
            print(f"--    {file['name']}: not here, not checked")
            continue
        if not path.exists():
            sys.exit(f"{path} is missing")
        with path.open("rb") as content:
            while piece := content.read(1 << 20):
                digest.update(piece)
        right = digest.hexdigest() == file["sha256"]
        wrong += not right
        print(f"{'ok   ' if right else 'WRONG'} {file['name']}: {'its checksum' if right else 'another checksum'}")
    return manifest, wrong


def difference(one, matches_digest, text):
    """How a list differs from its matches; None if it does not."""
    if matches_digest != one["matches_digest"]:
        return "its matches have another digest"
    for number, (ours, theirs) in enumerate(zip(text.splitlines(), one["ranks"].splitlines(), strict=False), 1):
        if ours != theirs:
            return f"line {number} is {theirs!r}, recomputed {ours!r}"
    if text != one["ranks"]:
        return f"{text.count(chr(10))} lines recomputed, {one['ranks'].count(chr(10))} published"
    return None if hashlib.sha256(text.encode()).hexdigest() == one["digest"] else "the digest of its ranks"


def from_own(one):
    """Recompute a list whose results have been corrected since, from the file of matches that came with it."""
    elo, rows = Elo(one["params"]), one["own_matches"].splitlines(keepends=True)
    for row in rows[1:]:
        elo.rate(row)
    digest = hashlib.sha256(one["own_matches"].encode()).hexdigest()
    return difference(one, digest, elo.ranks(micros(one["as_of"])))


def from_pool(path, lists):
    """Recompute the lists of one pool from its matches, which are read once: (list, difference) for each."""
    lists = sorted(lists, key=lambda one: micros(one["as_of"]))
    elos = {}
    for one in lists:
        elos.setdefault(json.dumps(one["params"], sort_keys=True), Elo(one["params"]))
    with gzip.open(path, "rt", encoding="utf-8", newline="") as rows:
        header = next(rows, "")
        if header not in (MATCHES, OF_SEVERAL):
            sys.exit(f"{path}: the first line is not {MATCHES.strip()}[,seats]")
        digest = hashlib.sha256(header.encode())
        for row in rows:
            while lists and int(row.split(",", 2)[1]) >= micros(lists[0]["as_of"]):
                yield of(lists.pop(0), elos, digest)
            digest.update(row.encode())
            for elo in elos.values():
                elo.rate(row)
    for one in lists:
        yield of(one, elos, digest)


def of(one, elos, digest):
    """A list and its difference from what has been rated so far."""
    text = elos[json.dumps(one["params"], sort_keys=True)].ranks(micros(one["as_of"]))
    return one, difference(one, digest.hexdigest(), text)


def recomputed(folder, manifest):
    """Recompute every list of the dump, each with its difference; those of other systems are named and left out."""
    files = {file["what"]: folder / file["name"] for file in manifest["files"]}
    pools = {}
    with gzip.open(files["lists"], "rt", encoding="utf-8") as lines:
        for one in map(json.loads, lines):
            if not can_be_done(one):
                print(f"--    list {one['id']} ({one['pool']}, {one['label']}): {one['system']} is not computed here")
            elif one["own_matches"] is not None:
                yield one, from_own(one)
            else:
                pools.setdefault(one["pool"], []).append(one)
    for pool, lists in pools.items():
        yield from from_pool(files[f"matches:{pool}"], lists)


def main(folder):
    """Print the result; returns the number of faults."""
    manifest, wrong = checked(folder)
    if wrong:
        return wrong
    for one, differs in recomputed(folder, manifest):
        wrong += differs is not None
        name = f"list {one['id']} ({one['pool']}, {one['label']})"
        print(f"WRONG {name}: {differs}" if differs else f"equal {name}")
    return wrong


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(1 if main(Path(sys.argv[1])) else 0)
