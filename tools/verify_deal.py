"""Checks a deal without trusting the site: `python verify_deal.py RECORD.json`, standard library only.

undercut-shuffle/1: commitments bind what was secret, the deck follows from it, hands and draws from the deck."""

import hashlib
import hmac
import json
import sys

TAG = b"undercut-shuffle/1"


def lp(*parts):
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def checks(record):
    proof, steps = record["shuffle"], [step["event"] | {"hands": step["hands"]} for step in record["steps"]]
    text, secret = proof["ctx"].encode("ascii"), bytes.fromhex(proof["secret"])
    ctx, entropies = json.loads(text), [bytes.fromhex(e) for e in proof.get("entropies", [])]
    order = [(ctx["dealer"] + k) % len(ctx["seats"]) for k in range(len(ctx["seats"]))]
    yield "the record is of this deal", (record["table"], record["deal"]) == (ctx["table"], ctx["deal"])
    bound = hashlib.sha256(lp(TAG, b"server", text, secret)).hexdigest()
    yield "the server kept to its commitment", bound == proof["commitment"]
    own = [lp(TAG, b"player", str(i).encode(), text, e) for i, e in zip(order[:-1], entropies, strict=False)]
    kept = [hashlib.sha256(one).hexdigest() for one in own] == proof.get("commitments", [])
    yield "the players kept to theirs", kept and len(entropies) == len(order) * (ctx["mode"] == "players")
    n, key = 4 * len(ctx["pack"]), hmac.digest(secret, lp(TAG, b"key", text, *entropies), "sha256")
    blocks = (hmac.digest(key, b"stream" + j.to_bytes(8, "big"), "sha256") for j in range(2**32))
    words = (int.from_bytes(block[at : at + 4], "big") for block in blocks for at in range(0, 32, 4))
    deck, cut = list(range(n)), proof.get("cut", 0)
    for i in range(n - 1, 0, -1):
        j = next(w for w in words if w < 2**32 - 2**32 % (i + 1)) % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    cards = [ctx["pack"][c % (n // 4)] + "CDHS"[c // (n // 4)] for c in deck[cut:] + deck[:cut]]
    yield "the deck follows from what was committed", cards == record["deck"]
    seats, top = order[1:] + order[:1], 10 * len(order)
    dealt = {"ABCDEF"[seat]: sorted(cards[at : top : len(order)]) for at, seat in enumerate(seats)}
    yield "the hands were dealt from the deck", dealt == {k: sorted(v) for k, v in steps[0]["hands"].items()}
    yield "the upcard came next", steps[0]["upcard"] == cards[top]
    drawn = [step["card"] for step in steps if step["e"] == "drew" and step["from"] == "stock"]
    yield "every stock draw was the next card", drawn == cards[top + 1 : top + 1 + len(drawn)]


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        found = list(checks(json.load(file)))
    print("\n".join(f"{'ok  ' if right else 'FAIL'} {what}" for what, right in found))
    sys.exit(not all(right for _, right in found))
