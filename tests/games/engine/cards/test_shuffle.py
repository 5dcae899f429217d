"""The shuffle follows its published procedure byte for byte."""

import hashlib
from collections import Counter
from dataclasses import replace
from itertools import islice, permutations

import pytest

from games.engine.cards import shuffle

PUBLISHED = shuffle.Context(
    attempt=1,
    board=0,
    deal=7,
    dealer=0,
    mode="players",
    pack="A23456789TJQK",
    round=3,
    rules="gin-pagat",
    seats=("p-ana", "p-bo"),
    table="t-42",
    tournament="e-9",
)
SERVER_ONLY = replace(PUBLISHED, mode="server")
SECRET = bytes(range(32))
ENTROPIES = (b"\x11" * 32, b"\x22" * 32)


def test_published_vector():
    commitment = shuffle.server_commitment(PUBLISHED, SECRET)
    dealer_commits = shuffle.player_commitment(PUBLISHED, 0, ENTROPIES[0])
    key = shuffle.key(PUBLISHED, SECRET, ENTROPIES)
    deck = shuffle.deck(PUBLISHED, SECRET, ENTROPIES, 17)

    assert PUBLISHED.encoded == (
        b'{"attempt":1,"board":0,"deal":7,"dealer":0,"mode":"players","pack":"A23456789TJQK","round":3,'
        b'"rules":"gin-pagat","seats":["p-ana","p-bo"],"table":"t-42","tournament":"e-9","v":1}'
    )
    assert commitment.hex().startswith("38e747c7fd0cc356")
    assert dealer_commits.hex().startswith("4d3fd5c3e45a467a")
    assert key.hex().startswith("cc9997f499f4f490")
    assert list(islice(shuffle.words(key), 3)) == [330111467, 2430436517, 2300978634]
    assert deck[:22] == (9, 6, 14, 24, 42, 45, 43, 37, 51, 41, 8, 49, 19, 47, 30, 27, 16, 36, 38, 11, 20, 12)
    assert [shuffle.card_name(card, PUBLISHED.pack) for card in deck[:5]] == ["TC", "7C", "2D", "QD", "4S"]
    assert hashlib.sha256(bytes(deck)).hexdigest().startswith("9a2c80909994962a")
    assert shuffle.transcript_code(PUBLISHED, commitment, (dealer_commits,), ENTROPIES, 17) == "e3d85968"
    assert shuffle.house_entropy(PUBLISHED, 1, SECRET).hex().startswith("b4556ec3934f73aa")


def test_published_chain():
    start = shuffle.chain_start("e-9")
    assert start.hex().startswith("26f7bf856e2501e4")
    linked = shuffle.chain_link(start, PUBLISHED, shuffle.server_commitment(PUBLISHED, SECRET))
    assert linked.hex().startswith("dd1887842c4d74f5")


def test_mode_server_needs_the_secret_alone():
    deck = shuffle.deck(SERVER_ONLY, SECRET)
    assert sorted(deck) == list(range(52))
    assert deck == shuffle.deck(SERVER_ONLY, SECRET)
    assert deck != shuffle.deck(replace(SERVER_ONLY, attempt=2), SECRET)
    assert len(shuffle.transcript_code(SERVER_ONLY, shuffle.server_commitment(SERVER_ONLY, SECRET))) == 8


def test_a_cut_turns_the_deck():
    whole = shuffle.deck(PUBLISHED, SECRET, ENTROPIES, 0)
    assert shuffle.deck(PUBLISHED, SECRET, ENTROPIES, 17) == whole[17:] + whole[:17]


def test_the_order_runs_from_the_dealer_to_the_cutter():
    assert PUBLISHED.order == (0, 1)
    assert replace(PUBLISHED, dealer=1).order == (1, 0)


def test_a_pack_of_forty_has_its_own_numbers():
    forty = replace(SERVER_ONLY, pack="A234567JQK")
    assert sorted(shuffle.deck(forty, SECRET)) == list(range(40))
    assert [shuffle.card_name(card, forty.pack) for card in (0, 7, 10, 39)] == ["AC", "JC", "AD", "KS"]


@pytest.mark.parametrize(
    "change",
    [
        {"attempt": 0},
        {"dealer": 2},
        {"deal": -1},
        {"deal": 2**53},
        {"deal": True},
        {"mode": "open"},
        {"pack": "23456789TJQKA"},
        {"table": ""},
        {"table": "t 42"},
        {"tournament": "x" * 41},
        {"seats": ("p-ana", "p-bó")},
        {"seats": ()},
    ],
)
def test_contexts_outside_the_procedure_are_refused(change):
    with pytest.raises(shuffle.BadShuffle):
        replace(PUBLISHED, **change)


@pytest.mark.parametrize(
    ("context", "secret", "entropies", "cut"),
    [
        (PUBLISHED, SECRET[:31], ENTROPIES, 0),
        (PUBLISHED, SECRET, ENTROPIES[:1], 0),
        (PUBLISHED, SECRET, (ENTROPIES[0], b"short"), 0),
        (PUBLISHED, SECRET, ENTROPIES, 52),
        (PUBLISHED, SECRET, ENTROPIES, -1),
        (SERVER_ONLY, SECRET, ENTROPIES, 0),
        (SERVER_ONLY, SECRET, (), 1),
    ],
)
def test_secrets_outside_the_procedure_are_refused(context, secret, entropies, cut):
    with pytest.raises(shuffle.BadShuffle):
        shuffle.deck(context, secret, entropies, cut)


def test_a_word_that_would_favour_low_numbers_is_dropped():
    unfair = 2**32 - 1
    assert shuffle.below(iter([unfair, 12]), 10) == 2


@pytest.mark.marathon
def test_every_card_comes_equally_often_to_every_place():
    decks = 20_000
    seen = Counter()
    for number in range(decks):
        secret = hashlib.sha256(b"%d" % number).digest()
        seen.update(enumerate(shuffle.deck(SERVER_ONLY, secret)))
    expected = decks / 52
    chi_square = sum((seen[place, card] - expected) ** 2 / expected for place in range(52) for card in range(52))
    freedom = 51 * 51
    assert abs(chi_square - freedom) / (2 * freedom) ** 0.5 < 4


def test_a_renamed_deck_is_the_same_with_other_suits_and_its_suits_come_next_in_the_stream():
    deck, suits = shuffle.deck(SERVER_ONLY, SECRET), shuffle.renaming(SERVER_ONLY, SECRET)
    stream = shuffle.words(shuffle.key(SERVER_ONLY, SECRET))
    for limit in range(52, 1, -1):
        shuffle.below(stream, limit)
    assert suits == sorted("".join(order) for order in permutations("CDHS"))[shuffle.below(stream, 24)]
    again = shuffle.renamed(deck, suits)
    assert sorted(again) == list(range(52))
    for one, other in zip(deck, again, strict=True):
        rank, suit = shuffle.card_name(one, SERVER_ONLY.pack)
        assert shuffle.card_name(other, SERVER_ONLY.pack) == rank + suits["CDHS".index(suit)]


def test_the_order_of_a_mirror_follows_from_the_secret():
    assert shuffle.order_seed(SERVER_ONLY, SECRET) != shuffle.order_seed(SERVER_ONLY, bytes(32))
