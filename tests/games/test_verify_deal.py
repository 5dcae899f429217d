"""`tools/verify_deal.py`: the independent check of a deal's record agrees with the engine and catches every change."""

import copy
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from games import engine
from games.engine.cards import shuffle
from tests.games.engine.cards.test_shuffle import PUBLISHED

SCRIPT = Path(__file__).parents[2] / "tools" / "verify_deal.py"
LETTERS = "AB"


def chained(ctx, secret):
    start = shuffle.chain_start(ctx.tournament)
    head = shuffle.chain_link(start, ctx, shuffle.server_commitment(ctx, secret))
    return {"before": start.hex(), "head": head.hex()}


def record(mode="players", dealer=0):
    """A record as the archive writes it, of a deal in which both passed and then drew three cards from the stock."""
    ctx, secret = replace(PUBLISHED, mode=mode, dealer=dealer), bytes(range(32))
    entropies = [bytes([11 + n]) * 32 for n in range(2)] if mode == "players" else []
    cut = 17 if mode == "players" else 0
    deck = shuffle.deck(ctx, secret, entropies, cut)
    names = [engine.card_text(card) for card in deck]
    hands = {LETTERS[1 - dealer]: names[0:20:2], LETTERS[dealer]: names[1:20:2]}
    events = [{"e": "dealt", "upcard": names[20]}, {"e": "passed"}, {"e": "drew", "from": "pile", "card": names[20]}]
    events += [{"e": "drew", "from": "stock", "card": card} for card in names[21:24]]
    commitments = [shuffle.player_commitment(ctx, dealer, entropies[0]).hex()] if entropies else []
    return {
        "table": "t-42",
        "deal": 7,
        "deck": names,
        "steps": [{"event": event, "hands": hands} for event in events],
        "shuffle": {
            "ctx": ctx.encoded.decode(),
            "secret": secret.hex(),
            "commitment": shuffle.server_commitment(ctx, secret).hex(),
            "commitments": commitments,
            "entropies": [one.hex() for one in entropies],
            "cut": cut,
            "house": [],
            "aborted": [],
            "at": ["A", "B"],
            "chain": chained(ctx, secret),
            "code": shuffle.transcript_code(
                ctx, shuffle.server_commitment(ctx, secret), [bytes.fromhex(one) for one in commitments], entropies, cut
            ),
        },
    }


def verified(found, tmp_path):
    file = tmp_path / "record.json"
    file.write_text(json.dumps(found))
    return subprocess.run([sys.executable, "-I", str(SCRIPT), str(file)], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("mode", ["players", "server"])
@pytest.mark.parametrize("dealer", [0, 1])
def test_an_honest_deal_passes(tmp_path, mode, dealer):
    answer = verified(record(mode, dealer), tmp_path)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert answer.stdout.count("ok  ") == 8


def shared(turned=False, is_renamed=False):
    """A record of a duplicate deck, number 7 of its round, at a table where the seats were changed or not."""
    found = record("server")
    ctx, secret = replace(PUBLISHED, mode="server", table="all", seats=("n", "s")), bytes(range(32))
    suits = shuffle.renaming(ctx, secret) if is_renamed else "CDHS"
    deck = [engine.card_text(card) for card in shuffle.renamed(shuffle.deck(ctx, secret), suits)]
    hands = {LETTERS[1 - turned]: deck[0:20:2], LETTERS[turned]: deck[1:20:2]}
    events = [{"e": "dealt", "upcard": deck[20]}, {"e": "drew", "from": "stock", "card": deck[21]}]
    proof = {
        "ctx": ctx.encoded.decode(),
        "secret": secret.hex(),
        "of": ["all", 7],
        "suits": suits,
        "at": list("BA" if turned else "AB"),
    }
    proof |= {"commitments": [], "entropies": [], "house": [], "aborted": [], "cut": 0}
    proof["commitment"] = shuffle.server_commitment(ctx, secret).hex()
    proof["chain"] = chained(ctx, secret)
    proof["code"] = shuffle.transcript_code(ctx, shuffle.server_commitment(ctx, secret))
    steps = [{"event": event, "hands": hands} for event in events]
    return found | {"deal": 3, "deck": deck, "steps": steps, "shuffle": proof}


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("is_renamed", [False, True])
def test_an_honest_duplicate_deal_passes(tmp_path, turned, is_renamed):
    answer = verified(shared(turned, is_renamed), tmp_path)
    assert answer.returncode == 0, answer.stdout + answer.stderr


@pytest.mark.parametrize(
    "change",
    [
        lambda found: found["shuffle"].update(of=["all", 6]),
        lambda found: found["shuffle"].update(at=["A", "B"]),
        lambda found: found["shuffle"].update(suits="CDHS"),
        lambda found: found["shuffle"].update(suits="DCHS"),
    ],
)
def test_a_changed_duplicate_deal_is_caught(tmp_path, change):
    found = shared(turned=True, is_renamed=True)
    assert found["shuffle"]["suits"] not in ("CDHS", "DCHS")
    change(found)
    assert verified(found, tmp_path).returncode == 1


def test_suits_that_the_stream_does_not_name_are_caught(tmp_path):
    found = shared()
    turned = str.maketrans("CDHS", "DCHS")  # a renaming of the server's own choice, kept up throughout
    found["deck"] = [card.translate(turned) for card in found["deck"]]
    for step in found["steps"]:
        step["hands"] = {seat: [card.translate(turned) for card in hand] for seat, hand in step["hands"].items()}
        for key in {"card", "upcard"} & set(step["event"]):
            step["event"][key] = step["event"][key].translate(turned)
    found["shuffle"]["suits"] = "DCHS"
    assert verified(found, tmp_path).stdout.count("FAIL") == 1


def swapped(cards):
    cards[30], cards[31] = cards[31], cards[30]


CHANGES = {
    "another table": lambda found: found.update(table="t-43"),
    "another deal": lambda found: found.update(deal=8),
    "another board": lambda found: found.update(board=1),
    "another secret": lambda found: found["shuffle"].update(secret="00" * 32),
    "another commitment": lambda found: found["shuffle"].update(commitment="00" * 32),
    "a player's commitment": lambda found: found["shuffle"].update(commitments=["00" * 32]),
    "no player's commitment": lambda found: found["shuffle"].update(commitments=[]),
    "a player's entropy": lambda found: found["shuffle"]["entropies"].__setitem__(1, "33" * 32),
    "no entropy": lambda found: found["shuffle"].update(entropies=[], commitments=[]),
    "another place in the chain": lambda found: found["shuffle"]["chain"].update(before="00" * 32),
    "another head": lambda found: found["shuffle"]["chain"].update(head="00" * 32),
    "another code": lambda found: found["shuffle"].update(code="00000000"),
    "a house player": lambda found: found["shuffle"].update(house=[0]),
    "an attempt that never was": lambda found: found["shuffle"].update(aborted=[{"secret": "", "commitment": ""}]),
    "another cut": lambda found: found["shuffle"].update(cut=16),
    "another dealer": lambda found: found["shuffle"].update(
        ctx=found["shuffle"]["ctx"].replace('"dealer":0', '"dealer":1')
    ),
    "two cards of the deck": lambda found: swapped(found["deck"]),
    "the hands": lambda found: found["steps"][0]["hands"].update(A=found["steps"][0]["hands"]["B"]),
    "the upcard": lambda found: found["steps"][0]["event"].update(upcard=found["deck"][25]),
    "a draw from the stock": lambda found: found["steps"][-1]["event"].update(card=found["deck"][40]),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_single_change_is_caught(tmp_path, change):
    found = copy.deepcopy(record())
    change(found)
    answer = verified(found, tmp_path)
    assert answer.returncode == 1
    assert "FAIL" in answer.stdout


BROKEN = {
    "no shuffle": lambda found: found.pop("shuffle"),
    "no steps": lambda found: found.update(steps=[]),
    "a secret that is none": lambda found: found["shuffle"].update(secret="zz"),
    "a context that is none": lambda found: found["shuffle"].update(ctx="nothing"),
    "a cut in words": lambda found: found["shuffle"].update(cut="seventeen"),
}


@pytest.mark.parametrize("change", BROKEN.values(), ids=BROKEN)
def test_a_broken_record_is_refused_in_a_line_and_not_with_a_trace(tmp_path, change):
    found = copy.deepcopy(record())
    change(found)
    answer = verified(found, tmp_path)
    assert (answer.returncode, answer.stderr) == (1, "")
    assert answer.stdout.startswith("FAIL this is no record of a deal")


def test_the_script_is_short_and_needs_nothing():
    source = SCRIPT.read_text()
    assert len(source.splitlines()) < 50
    imports = {line.split()[1] for line in source.splitlines() if line.startswith(("import ", "from "))}
    assert imports <= set(sys.stdlib_module_names)
