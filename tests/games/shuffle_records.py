"""A thousand records of deals, each made from its number alone; the browser's tests make the same by the same rule.

`python -m tests.games.shuffle_records` prints what tests/data/shuffle_records.json holds: for each record the first 16
digits of the SHA-256 of its deck's text, and its code.
"""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from games.engine.cards import shuffle

COUNT = 1000
LETTERS = "AB"


def record(number: int) -> dict[str, Any]:
    """A record as the archive writes it, its secrets, mode, pack, dealer, cut and house player all from its number."""
    taken = [hashlib.sha256(f"record {number} {i}".encode()).digest() for i in range(12)]
    b = taken[3]
    is_players, dealer, secret = b[0] % 3 > 0, b[2] % 2, taken[0]
    attempt = 1 + b[5] % 3 if is_players else 1
    about = context(number, b, attempt, is_players, dealer)
    house = [b[6] % 4 - 1] if is_players and b[6] % 4 in (1, 2) else []
    entropies = [
        shuffle.house_entropy(about, place, secret) if place in house else taken[1 + place]
        for place in about.order
        if is_players
    ]
    cut = b[3] % (4 * len(about.pack)) if is_players and about.order[1] not in house else 0
    bound = [shuffle.player_commitment(about, dealer, entropies[0])] if is_players and dealer not in house else []
    names = [shuffle.card_name(card, about.pack) for card in shuffle.deck(about, secret, entropies, cut)]
    commitment = shuffle.server_commitment(about, secret)
    aborted = [(context(number, b, 1 + j, is_players, dealer), taken[10 + j]) for j in range(attempt - 1)]
    return {
        "table": about.table,
        "deal": about.deal,
        "deck": names,
        "steps": _steps(names, dealer, b[7] % 5),
        "shuffle": {
            "ctx": about.encoded.decode(),
            "secret": secret.hex(),
            "commitment": commitment.hex(),
            "commitments": [one.hex() for one in bound],
            "entropies": [one.hex() for one in entropies],
            "cut": cut,
            "house": house,
            "code": shuffle.transcript_code(about, commitment, bound, entropies, cut),
            "aborted": [
                {"secret": lost.hex(), "commitment": shuffle.server_commitment(then, lost).hex()}
                for then, lost in aborted
            ],
            "at": ["A", "B"],
            "chain": {"before": taken[4].hex(), "head": shuffle.chain_link(taken[4], about, commitment).hex()},
        },
    }


def context(number: int, b: bytes, attempt: int, is_players: bool, dealer: int) -> shuffle.Context:
    """What record `number` is bound to in this attempt."""
    return shuffle.Context(
        attempt=attempt,
        board=0,
        deal=1 + b[4],
        dealer=dealer,
        mode="players" if is_players else "server",
        pack=shuffle.PACKS[b[1] % 3],
        round=b[1],
        rules="gin-pagat",
        seats=("p-ana", "p-bo"),
        table=f"t-{number}",
        tournament="e-9",
    )


def _steps(names: Sequence[str], dealer: int, draws: int) -> list[dict[str, Any]]:
    hands = {LETTERS[1 - dealer]: names[0:20:2], LETTERS[dealer]: names[1:20:2]}
    events = [{"e": "dealt", "upcard": names[20]}]
    events += [{"e": "drew", "from": "stock", "card": card} for card in names[21 : 21 + draws]]
    return [{"event": event, "hands": hands} for event in events]


def fingerprint(found: dict[str, Any]) -> list[str]:
    """What tests/data/shuffle_records.json says of a record."""
    return [hashlib.sha256("".join(found["deck"]).encode()).hexdigest()[:16], found["shuffle"]["code"]]


if __name__ == "__main__":
    print("[\n" + ",\n".join(json.dumps(fingerprint(record(number))) for number in range(COUNT)) + "\n]")
