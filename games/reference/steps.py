"""Cases of one step: a meld, a count, a pack, the first dealer, a showdown, a sheet."""

import games.engine as engine
from games.reference.sheets import entered
from games.reference.words import Answers, Case, hand, letter_of, only_known, seat_of

KNOCKER, DEFENDER = "K", "D"


def meld(rules: engine.RuleSet, given: Case) -> Answers:
    """`cards` -> `valid`, `type`."""
    only_known(given, "cards")
    try:
        kind = engine.meld_kind(hand(given["cards"], rules.pack), rules.pack)
    except engine.BadCard:  # a card that is not in the pack melds with nothing
        kind = None
    return {"valid": kind is not None, "type": kind}


def count(rules: engine.RuleSet, given: Case) -> Answers:
    """`hand` -> `count`: its least deadwood."""
    only_known(given, "hand")
    return {"count": engine.deadwood_in(hand(given["hand"], rules.pack), rules.pack)}


def points(rules: engine.RuleSet, given: Case) -> Answers:
    """`cards` -> `points`: their values."""
    only_known(given, "cards")
    cards = engine.cards_of(hand(given["cards"], rules.pack))
    return {"points": sum(engine.value(card, rules.pack) for card in cards)}


def deck(rules: engine.RuleSet, given: Case) -> Answers:
    """- -> `cards`, `stock`, `upcard`, read from a table that has just been dealt."""
    only_known(given)
    pack = rules.pack.cards
    state, _ = engine.replay(rules, [engine.DrawForDeal(pack), engine.Deal(pack)])
    seen = engine.view(rules, state, None)
    return {"cards": sum(seen.counts) + seen.stock + seen.pile, "stock": seen.stock, "upcard": seen.upcard is not None}


def first_dealer(rules: engine.RuleSet, given: Case) -> Answers:
    """`draws` -> `dealer`, or `chooser`, or `redraw`."""
    only_known(given, "draws")
    draws = {seat_of(letter): engine.parse_card(card, rules.pack) for letter, card in given["draws"].items()}
    first = rules.seating.first(rules, tuple(draws[seat] for seat in sorted(draws)))
    if first is None:
        return {"redraw": True, "dealer": None, "chooser": None}
    return {"redraw": False, "dealer": letter_of(first.dealer), "chooser": letter_of(first.chooser)}


def lost(rules: engine.RuleSet, given: Case) -> Answers:
    """`lost`, `draws` -> the result of the first deal after that draw if it is lost before its first card (with several
    boards, on that board); without `draws`, who deals if the drawing itself is lost."""
    only_known(given, "lost", "draws")
    loser, draws = engine.LoseShuffle(seat_of(given["lost"])), given.get("draws") or {}
    if not draws:
        state, _ = engine.replay(rules, [loser])
        return {"dealer": letter_of(state.rest.places.dealer)}
    drawn = tuple(engine.parse_card(draws[letter], rules.pack) for letter in sorted(draws))
    pack = (*drawn, *(card for card in rules.pack.cards if card not in drawn))
    state, events = engine.replay(rules, [engine.DrawForDeal(pack), loser])
    scored = next(event for event in events if isinstance(event, engine.DealScored | engine.BoardScored))
    result, standing = scored.result, state.rest.standing
    return {
        "type": result.type,
        "winner": letter_of(result.winner),
        "points": result.points,
        "extra_boxes": result.extra_boxes,
        "suits": result.suits,
        "next_dealer": letter_of(result.next_dealer),
        "over": standing.over,
        **{f"points_{letter_of(seat)}": points for seat, points in enumerate(standing.points)},
    }


def dealer(rules: engine.RuleSet, given: Case) -> Answers:
    """`dealer`, `results` -> `dealers`: who deals after each."""
    only_known(given, "dealer", "results")
    places = rules.seating.opening(rules, seat_of(given["dealer"]))
    dealers = []
    for winner in given["results"].split():
        result = engine.DealResult(
            type="dead" if winner == "-" else "knock", winner=None if winner == "-" else seat_of(winner), points=0
        )
        places = rules.seating.next(rules, places, result)
        dealers.append(str(letter_of(places.dealer)))
    return {"dealers": " ".join(dealers)}


def showdown(rules: engine.RuleSet, given: Case) -> Answers:
    """A showdown by K against D -> type, winner, counts, points, boxes, suits, penalties (as points taken off, so below
    0)."""
    only_known(given, "K", "D", "how", "melds", "upcard", "factor", "closed", "missing", "extra")
    melds = given.get("melds")
    missing, extra = given.get("missing") or {}, given.get("extra") or {}
    fixes = tuple(extra.get(side, 0) - missing.get(side, 0) for side in (KNOCKER, DEFENDER))
    settled = engine.settle_knock(
        rules,
        hand(given["K"]),
        hand(given["D"]),
        how=given.get("how", "knock"),
        melds=None if melds is None else [hand(cards) for cards in melds],
        upcard=engine.parse_card(given["upcard"]) if given.get("upcard") else None,
        closed=given.get("closed") or "",
        factor=given.get("factor", 1),
        fixes=(fixes[0], fixes[1]),
    )
    result = settled.result
    counts = result.counts or (settled.spread.count, settled.laid.count)
    return {
        "type": result.type,
        "winner": None if result.winner is None else (KNOCKER, DEFENDER)[result.winner],
        "K_count": counts[0],
        "D_count": counts[1],
        "points": result.points,
        "extra_boxes": result.extra_boxes,
        "suits": result.suits,
        "penalty_K": -result.penalties[0],
        "penalty_D": -result.penalties[1],
    }


def game(rules: engine.RuleSet, given: Case) -> Answers:
    """Enter deals one by one until the sheet says that the game is over."""
    only_known(given, "hands")
    sheet, used = entered(rules, rules.sheet.blank(2), [_entered(entry) for entry in given["hands"]])
    answers: Answers = {
        "over": sheet.over,
        "winner": letter_of(sheet.winner),
        "shutout": sheet.shutout,
        "hands_used": used,
    }
    for seat, letter in enumerate("AB"):
        answers[f"points_{letter}"] = sheet.points[seat]
        answers[f"boxes_{letter}"] = sheet.boxes[seat]
        answers[f"total_{letter}"] = sheet.totals[seat]
        answers[f"net_{letter}"] = sheet.net[seat]
    return answers


def match(rules: engine.RuleSet, given: Case) -> Answers:
    """`nets_A` -> `match_A`, `match_B`, `winner`, `games`."""
    only_known(given, "nets_A")
    score = engine.match_score(rules, tuple(given["nets_A"]))
    return {
        "match_A": score.credits[0],
        "match_B": score.credits[1],
        "winner": letter_of(score.winner),
        "games": score.games,
    }


def _entered(entry: Case) -> engine.DealResult:
    only_known(entry, "w", "p", "x")
    winner = entry.get("w")
    return engine.DealResult(
        type="dead" if winner is None else "knock",
        winner=None if winner is None else seat_of(winner),
        points=entry.get("p", 0),
        extra_boxes=entry.get("x", 0),
    )
