"""Seatings and their settlements: who plays, waits and deals next, and who pays whom."""

import games.engine as engine
from games.reference.words import Answers, BadCase, Case, hand, letter_of, only_known, seat_of

SIDES = ("X", "Y")
BOX_WINS, CAPTAIN_WINS, DEAD = "B", "C", "-"


def roles(rules: engine.RuleSet, given: Case) -> Answers:
    """`draws` of three or more -> `idle`, `dealer`, `active`, or `box`, `captain`, `queue`."""
    only_known(given, "draws")
    letters = sorted(given["draws"])
    draws = tuple(engine.parse_card(given["draws"][letter]) for letter in letters)
    first = rules.seating.first(rules, draws)
    if first is None:
        return {"redraw": True}
    places = first.places or rules.seating.opening(rules, first.dealer)
    waiting = [letters[seat] for seat in places.waiting]
    answers: Answers = {
        "redraw": False,
        "dealer": letters[first.dealer],
        "chooser": None if first.chooser is None else letters[first.chooser],
        "idle": waiting[0] if waiting else None,
        "active": [letter for letter in letters if letter not in waiting],
    }
    if places.box is not None:
        captain = letters[places.after[places.box]]
        answers |= {"box": letters[places.box], "captain": captain, "queue": [captain, *waiting]}
    return answers


def cutthroat(rules: engine.RuleSet, given: Case) -> Answers:
    """`active`, `idle`, `dealer`, `results` -> `log`: after each deal the pair, who waits, who deals next."""
    only_known(given, "active", "idle", "dealer", "results")
    first, second = (seat_of(letter) for letter in given["active"])
    waiting = (seat_of(given["idle"]),)
    places = engine.paired(3, seat_of(given["dealer"]), first, second, waiting=waiting)
    log = []
    for winner in given["results"].split():
        places = rules.seating.next(rules, places, _won(None if winner == DEAD else seat_of(winner)))
        pair = "".join(str(letter_of(seat)) for seat in range(3) if seat not in places.waiting)
        log.append(f"{pair}/{letter_of(places.waiting[0])}/{letter_of(places.dealer)}")
    return {"log": " ".join(log)}


def cutthroat_settle(rules: engine.RuleSet, given: Case) -> Answers:
    """`winner`, `points`, `hands` -> `total_A`, `net_A` …"""
    only_known(given, "winner", "points", "hands")
    letters = sorted(given["points"])
    won = tuple((given.get("hands") or {}).get(letter, 0) for letter in letters)
    winner = given.get("winner")
    summed = engine.Settlement(
        over=winner is not None,
        winner=None if winner is None else letters.index(winner),
        points=tuple(given["points"][letter] for letter in letters),
        boxes=won,
        totals=(),
        net=(),
        deals=sum(won),
        deals_won=won,
        shutout=False,
        game_bonus=rules.game_bonus,
    )
    return _totals(engine.settle_pairs(rules, summed), letters)


def chouette(rules: engine.RuleSet, given: Case) -> Answers:
    """`box`, `queue`, `results` -> `log`: after each deal box and captain."""
    only_known(given, "box", "queue", "results")
    box, (captain, *queue) = seat_of(given["box"]), (seat_of(letter) for letter in given["queue"])
    places = engine.paired(2 + len(queue), box, box, captain, waiting=tuple(queue), box=box)
    log = []
    for word in given["results"].split():
        assert places.box is not None
        sides = {BOX_WINS: places.box, CAPTAIN_WINS: places.after[places.box], DEAD: None}
        if word not in sides:
            raise BadCase(f"a chouette is won by B or C, or by nobody (-), not by {word}")
        places = rules.seating.next(rules, places, _won(sides[word]))
        assert places.box is not None
        log.append(f"{letter_of(places.box)}:{letter_of(places.after[places.box])}")
    return {"log": " ".join(log)}


def chouette_settle(rules: engine.RuleSet, given: Case) -> Answers:
    """`net_box`, `members` -> `box`, `each`."""
    only_known(given, "net_box", "members")
    box, each = engine.box_and_members(given["net_box"], given["members"])
    return {"box": box, "each": each}


def battle(rules: engine.RuleSet, given: Case) -> Answers:
    """`knocker`, `order`, `counts` or `hands` -> `counts`, `winner`, `points`, `penalty` of the knocker."""
    only_known(given, "knocker", "order", "counts", "hands")
    knocker = seat_of(given["knocker"])
    order = (
        [seat_of(letter) for letter in given["order"]] if "order" in given else [(knocker + n) % 3 for n in range(3)]
    )
    if order[0] != knocker:
        raise BadCase("order: the knocker comes first")
    counts, hands = given.get("counts"), given.get("hands")
    result = engine.settle_royal(
        rules,
        order,
        counts=None if counts is None else {seat_of(letter): count for letter, count in counts.items()},
        hands=None if hands is None else {seat_of(letter): hand(cards) for letter, cards in hands.items()},
    )
    return {
        "type": result.type,
        "counts": {letter_of(seat): count for seat, count in enumerate(result.counts or ())},
        "winner": letter_of(result.winner),
        "points": result.points,
        "penalty": -result.penalties[knocker],
    }


def battle_draw(rules: engine.RuleSet, given: Case) -> Answers:
    """`player`, `latest`, `taken`, `stock` -> `available`, `stock_allowed`."""
    only_known(given, "player", "latest", "taken", "stock")
    written = {seat_of(letter): text for letter, text in (given.get("latest") or {}).items() if text}
    taken = hand(given.get("taken"))
    cards = {seat: engine.parse_card(text) for seat, text in written.items()}
    latest = tuple(
        cards[seat] if seat in cards and not taken >> cards[seat] & 1 else engine.NOT_TAKEN for seat in range(3)
    )
    offered = engine.on_offer(latest, rules.seating.places(3).after, seat_of(given["player"]))
    answers: Answers = {"available": sorted(text for seat, text in written.items() if cards[seat] in offered)}
    if "stock" in given:
        answers["stock_allowed"] = engine.stock_allowed(rules, given["stock"])
    return answers


def battle_totals(rules: engine.RuleSet, given: Case) -> Answers:
    """`hands` `[{w, p, pen}]` -> `A`, `B`, `C`, `over`."""
    only_known(given, "hands")
    score, used = rules.sheet.blank(3), 0
    for entry in given["hands"]:
        only_known(entry, "w", "p", "pen")
        if rules.sheet.settle(rules, score).over:
            break
        loser = None if entry.get("pen") is None else seat_of(entry["pen"])
        penalties = tuple(rules.undercut_penalty if seat == loser else 0 for seat in range(3))
        winner = None if entry.get("w") is None else seat_of(entry["w"])
        result = engine.DealResult(type="knock", winner=winner, points=entry.get("p", 0), penalties=penalties)
        score, used = rules.sheet.enter(rules, score, result), used + 1
    sheet = rules.sheet.settle(rules, score)
    points = {str(letter_of(seat)): points for seat, points in enumerate(sheet.points)}
    more = {"over": sheet.over, "winner": letter_of(sheet.winner), "hands_used": used}
    return {**points, **more, **_totals(sheet, list("ABC"))}


def team(rules: engine.RuleSet, given: Case) -> Answers:
    """`hands`: each board's points seen from X -> `team`, `points`, `box`."""
    only_known(given, "hands")
    result = _of_boards([{"p": points} for points in given["hands"]])
    return {"team": _side(result.winner), "points": result.points, "box": int(result.winner is not None)}


def team_boxes(rules: engine.RuleSet, given: Case) -> Answers:
    """`hands` `[{p, x}]` -> `team`, `points`, `boxes`."""
    only_known(given, "hands")
    result = _of_boards(given["hands"])
    score = rules.sheet.enter(rules, rules.sheet.blank(2), result)
    boxes = max(rules.sheet.settle(rules, score).boxes)
    return {"team": _side(result.winner), "points": result.points, "boxes": boxes}


def team_game(rules: engine.RuleSet, given: Case) -> Answers:
    """`deals`: lists of points seen from X -> `target`, `over`, `points_X`, `total_X`, `net_X` …"""
    only_known(given, "deals")
    score, used = rules.sheet.blank(2), 0
    for deal in given["deals"]:
        if rules.sheet.settle(rules, score).over:
            break
        result = _of_boards([{"p": points} for points in deal])
        score, used = rules.sheet.enter(rules, score, result), used + 1
    sheet = rules.sheet.settle(rules, score)
    answers: Answers = {
        "target": rules.target,
        "over": sheet.over,
        "winner": _side(sheet.winner),
        "shutout": sheet.shutout,
        "deals_used": used,
    }
    for at, letter in enumerate(SIDES):
        answers[f"points_{letter}"] = sheet.points[at]
        answers[f"boxes_{letter}"] = sheet.boxes[at]
    return answers | _totals(sheet, list(SIDES))


def team_pairing(rules: engine.RuleSet, given: Case) -> Answers:
    """`X`, `Y`, `deals` -> `pairings`: for each deal "AB CD"."""
    only_known(given, "X", "Y", "deals")
    letters = [letter for pair in zip(given["X"], given["Y"], strict=True) for letter in pair]
    places = rules.seating.places(len(letters))
    pairings = []
    for _ in range(given["deals"]):
        boards = engine.pairings(len(letters) // 2, places.rotation)
        pairings.append(" ".join(letters[first] + letters[second] for first, second in boards))
        places = rules.seating.next(rules, places, _won(None))
    return {"pairings": pairings}


def team_dealer(rules: engine.RuleSet, given: Case) -> Answers:
    """`dealer`, `nets` -> `dealers`: the team that deals after each."""
    only_known(given, "dealer", "nets")
    places = rules.seating.opening(rules, SIDES.index(given["dealer"]))
    dealers = []
    for net in given["nets"]:
        places = rules.seating.next(rules, places, _of_boards([{"p": net}]))
        dealers.append(str(_side(places.dealer)))
    return {"dealers": " ".join(dealers)}


def given_count(rules: engine.RuleSet, given: Case) -> Answers:
    """`stated`, `actual`, `acted` -> `count` that stands."""
    only_known(given, "stated", "actual", "acted")
    return {"count": engine.given_count(given["stated"], given["actual"], given["acted"])}


def _won(winner: int | None) -> engine.DealResult:
    return engine.DealResult(type="dead" if winner is None else "knock", winner=winner, points=0)


def _of_boards(hands: list[Case]) -> engine.DealResult:
    """Add up boards as seen from X."""
    boards = []
    for entry in hands:
        only_known(entry, "p", "x")
        points = entry.get("p", 0)
        winner = None if points == 0 else int(points < 0)
        extra = entry.get("x", 0)
        boards.append(engine.DealResult(type="knock", winner=winner, points=abs(points), extra_boxes=extra))
    return engine.team_result(boards)


def _side(team: int | None) -> str | None:
    return None if team is None else SIDES[team]


def _totals(sheet: engine.Settlement, letters: list[str]) -> Answers:
    totals: Answers = {f"total_{letter}": sheet.totals[at] for at, letter in enumerate(letters)}
    return totals | {f"net_{letter}": sheet.net[at] for at, letter in enumerate(letters)}
