"""A View as JSON: a delta carries some of its top-level keys."""

from games.engine.cards.cards import GIN_PACK, SUITS, Pack
from games.engine.moves.result import Column
from games.engine.play.state import Laid, Shown
from games.engine.play.view import Aids, BoardSeen, Taken, View, aids
from games.engine.writing.codec.actions import action_to_json
from games.engine.writing.codec.events import result_to_json
from games.engine.writing.codec.words import (
    Json,
    by_seat,
    card_to_json,
    cards_to_json,
    melds_to_json,
    seat_to_json,
)


def view_to_json(seen: View, *, with_aids: bool = True) -> Json:
    """The view of a seat or a spectator; `aids` is null where there are none or they are not wanted."""
    helped = aids(seen) if with_aids else None
    return {
        "rules": seen.rules,
        "phase": str(seen.phase),
        "turn": seat_to_json(seen.turn),
        "dealer": seat_to_json(seen.dealer),
        "seat": seat_to_json(seen.seat),
        "deal": seen.deal,
        "hand": None if seen.hand is None else cards_to_json(seen.hand, seen.pack),
        "counts": by_seat(seen.counts),
        "stock": seen.stock,
        "pile": seen.pile,
        "top": card_to_json(seen.top, seen.pack),
        "pile_cards": None if seen.pile_cards is None else _row(seen.pile_cards, seen.pack),
        "upcard": card_to_json(seen.upcard, seen.pack),
        "limit": seen.limit,
        "taken": _taken(seen.taken, seen.pack),
        "faced": {str(seat_to_json(seat)): cards_to_json(hand, seen.pack) for seat, hand in seen.faced},
        "spread": _spread(seen.spread),
        "laid": _laid(seen.laid),
        "factor": seen.factor,
        "double_right": seat_to_json(seen.double_right),
        "score": _score(seen),
        "result": None if seen.result is None else result_to_json(seen.result),
        "over": seen.over,
        "actions": None if seen.actions is None else [action_to_json(action, seen.pack) for action in seen.actions],
        "aids": _aids(helped, seen.pack),
        **_tabled(seen),
        **_seated(seen),
        **_by_law(seen),
    }


def _by_law(seen: View) -> Json:
    """The fields of a view that the laws of irregularity set; left out when empty."""
    if not (seen.rows or seen.effects or seen.choices or seen.tries):
        return {}
    rows = [
        {
            "cards": _row(row.cards, seen.pack),
            "offender": seat_to_json(row.offender),
            "right_of": seat_to_json(row.right_of),
        }
        for row in seen.rows
    ]
    effects = [
        {
            "kind": effect.kind,
            "seat": seat_to_json(effect.seat),
            "n": effect.n,
            "until": effect.until,
            "irr": effect.irr,
        }
        for effect in seen.effects
        if effect.seat >= 0
    ]
    tries = [action_to_json(action, seen.pack) for action in seen.tries]
    return {"rows": rows, "effects": effects, "choices": list(seen.choices), "tries": tries}


def _seated(seen: View) -> Json:
    """The fields of sittings of more than two: who waits, the box, the hands that one may advise on, and the other
    boards."""
    if len(seen.counts) == 2 and not seen.boards:
        return {}
    return {
        "waiting": [seat_to_json(seat) for seat in seen.waiting],
        "box": seat_to_json(seen.box),
        "advice": {str(seat_to_json(seat)): cards_to_json(hand) for seat, hand in seen.advice},
        "latest": by_seat([card_to_json(card) for card in seen.latest]),
        "laid_before": [_laid(laid) for laid in seen.laid_before],
        "board": seen.board,
        "boards": [_board(board) for board in seen.boards],
    }


def _board(board: BoardSeen) -> Json:
    return {
        "seats": [seat_to_json(seat) for seat in board.seats],
        "phase": str(board.phase),
        "turn": seat_to_json(board.turn),
        "counts": list(board.counts),
        "stock": board.stock,
        "top": card_to_json(board.top),
        "type": board.type,
        "winner": seat_to_json(board.winner),
        "points": board.points,
    }


def _tabled(seen: View) -> Json:
    """The fields of games with melds on the table (Colonel, Conquian), with the ranks of their pack."""
    pack = seen.pack
    if pack == GIN_PACK:
        return {}
    return {
        "ranks": pack.ranks,
        "table": [
            {"cards": cards_to_json(meld.cards, pack), "laid": by_seat(melds_to_json(meld.laid, pack))}
            for meld in seen.table
        ],
        "credit": by_seat(seen.credit),
        "challenger": seat_to_json(seen.challenger),
        "centre": card_to_json(seen.centre, pack),
        "waste": seen.waste,
        "folded": [seat_to_json(seat) for seat in seen.folded],
        "lifted": _row(seen.lifted, pack),
    }


def _row(cards: tuple[int, ...], pack: Pack) -> list[str | None]:
    return [card_to_json(card, pack) for card in cards]


def _taken(taken: Taken | None, pack: Pack) -> Json | None:
    return None if taken is None else {"card": card_to_json(taken.card, pack), "from": taken.source}


def _spread(shown: Shown | None) -> Json | None:
    if shown is None:
        return None
    return {
        "seat": seat_to_json(shown.seat),
        "how": shown.how,
        "melds": melds_to_json(shown.melds),
        "deadwood": cards_to_json(shown.deadwood),
        "count": shown.count,
        "discard": card_to_json(shown.discard),
        **({"suits": shown.suits} if shown.suits else {}),
    }


def _laid(laid: Laid | None) -> Json | None:
    if laid is None:
        return None
    return {
        "seat": seat_to_json(laid.seat),
        "melds": melds_to_json(laid.melds),
        "deadwood": cards_to_json(laid.deadwood),
        "laid_off": [{"card": card_to_json(card), "meld": meld} for card, meld in laid.laid_off],
        "count": laid.count,
    }


def _score(seen: View) -> Json:
    """Points and boxes of the sheet; totals, net and winner once the game is over."""
    standing = seen.standing
    deals = [
        {"n": n, "winner": seat_to_json(deal.winner), "points": deal.points, "type": deal.type}
        | ({} if deal.scores is None else {"scores": by_seat(deal.scores)})
        | ({"penalties": by_seat(deal.penalties)} if any(deal.penalties) else {})
        | ({"factor": deal.factor} if deal.factor > 1 else {})
        | ({} if deal.box is None else {"box": seat_to_json(deal.box)})
        for n, deal in enumerate(seen.deals, 1)
    ]
    return {
        "target": seen.target,
        "points": by_seat(standing.points),
        "boxes": by_seat(standing.boxes),
        "deals": deals,
        "over": standing.over,
        "totals": by_seat(standing.totals) if standing.over else None,
        "net": by_seat(standing.net) if standing.over else None,
        "winner": seat_to_json(standing.winner),
        "shutout": standing.shutout,
        "game_bonus": standing.game_bonus,
        **_columns(standing.columns),
    }


def _columns(columns: tuple[Column, ...]) -> Json:
    """A sheet of several columns, under "columns" by number or "suits" by letter; an ordinary pad has neither key."""
    if not columns:
        return {}
    return {
        "suits" if columns[0].name in SUITS else "columns": [
            {
                "name": column.name,
                "points": by_seat(column.points),
                "entries": by_seat(column.entries),
                "deals": list(column.deals),
                "gained": [by_seat(points) for points in column.gained],
                "over": column.over,
                "winner": seat_to_json(column.winner),
                "totals": by_seat(column.totals) if column.over else None,
                "net": by_seat(column.net) if column.over else None,
            }
            for column in columns
        ]
    }


def _aids(helped: Aids | None, pack: Pack) -> Json | None:
    if helped is None:
        return None
    return {
        "deadwood": helped.deadwood,
        "melds": melds_to_json(helped.melds, pack),
        "loose": cards_to_json(helped.loose, pack),
        "after": {str(card_to_json(card)): count for card, count in helped.after},
        "knock": [card_to_json(card) for card in helped.knock],
    }
