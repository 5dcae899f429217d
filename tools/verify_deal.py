"""Check a deal (undercut-shuffle/1) without trusting the site: `python verify_deal.py RECORD.json`, nothing else."""

import hashlib
import hmac
import json
import sys
from itertools import permutations


def h(*parts, key=None):
    text = b"".join(len(part).to_bytes(4) + part for part in (b"undercut-shuffle/1", *parts))
    return hmac.digest(key, text, "sha256") if key else hashlib.sha256(text).digest()


def checks(record):
    proof, steps, raw, mac = record["shuffle"], [step["event"] for step in record["steps"]], bytes.fromhex, hmac.digest
    text, ctx, secret = proof["ctx"].encode(), json.loads(proof["ctx"]), raw(proof["secret"])
    es, house, tries, m = [*map(raw, proof["entropies"])], proof["house"], [*proof["aborted"], proof], b'"attempt":%d,'
    order, up = [(ctx["dealer"] + k) % len(ctx["seats"]) for k, _ in enumerate(ctx["seats"])], steps[0]["upcard"]
    who, hands = list(zip(order * (ctx["mode"] == "players"), es, strict=False)), record["steps"][0]["hands"]
    told = [*proof.get("of", [record["table"], record["deal"]]), record.get("board", 0), len(tries)]
    yield "the record is of its deal", told == [ctx["table"], ctx["deal"], ctx["board"], ctx["attempt"]]
    true = [h(b"server", text.replace(m % len(tries), m % n), raw(a["secret"])) for n, a in enumerate(tries, 1)]
    yield "the server kept to its commitments", [one.hex() for one in true] == [one["commitment"] for one in tries]
    yield "the chain goes on", h(b"link", raw(proof["chain"]["before"]), text, true[-1]).hex() == proof["chain"]["head"]
    cs, top = [h(b"player", b"%d" % i, text, e) for i, e in who[:-1] if i not in house], sum(map(len, hands.values()))
    mine = [h(b"house", b"%d" % i, text, secret) if i in house else e for i, e in who] == es
    kept = mine and house == [i for i, _ in who if i in house] and [one.hex() for one in cs] == proof["commitments"]
    yield "the players kept to theirs", kept and len(who) == len(order) * (ctx["mode"] == "players")
    cut, n, k, suits = proof["cut"], 4 * len(ctx["pack"]), h(b"key", text, *es, key=secret), proof.get("suits", "CDHS")
    yield "the code is right", proof["code"] == h(b"transcript", text, true[-1], *cs, *es, b"%d" % cut)[:4].hex()
    words = (int.from_bytes(mac(k, b"stream" + (b // 8).to_bytes(8), "sha256")[b % 8 * 4 :][:4]) for b in range(9**9))
    picks, deck = [next(w for w in words if w < 2**32 - 2**32 % m) % m for m in [*range(n, 1, -1), 24]], list(range(n))
    for i, j in zip(range(n - 1, 0, -1), picks, strict=False):
        deck[i], deck[j] = deck[j], deck[i]
    cards = [ctx["pack"][c % (n // 4)] + suits[c // (n // 4)] for c in deck[cut:] + deck[:cut]]
    fair = len(proof["at"]) == len(order) and suits in ("CDHS", "".join([*permutations("CDHS")][picks[-1]]))
    yield "the deck follows from what was committed", fair and cards == record["deck"]
    dealt = {proof["at"][at]: sorted(cards[i : top : len(order)]) for i, at in enumerate(order[1:] + order[:1])}
    yield "the hands were dealt from the deck", dealt == {k: sorted(v) for k, v in hands.items() if v}
    drawn = [one["card"] for one in steps if one["e"] == "turned" or (one["e"], one.get("from")) == ("drew", "stock")]
    yield "upcard and draws were the next cards", [up][: bool(up)] + drawn == cards[top:][: bool(up) + len(drawn)]


if __name__ == "__main__":
    sys.excepthook = lambda kind, fault, _: print(f"FAIL this is no record of a deal: {kind.__name__}: {fault}")
    found = list(checks(json.load(open(sys.argv[1], encoding="utf-8"))))  # noqa: SIM115
    print("\n".join(f"{'ok  ' if right else 'FAIL'} {what}" for what, right in found))
    sys.exit(not all(right for _, right in found))
