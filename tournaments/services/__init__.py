"""Writing about tournaments: one function, one verb, one fact."""

from tournaments.services import meetings, rounds, timing
from tournaments.services.appointments import (
    accept_time,
    decline_time,
    forfeit_match,
    propose_time,
    set_time,
    settle_window,
    withdraw_time,
)
from tournaments.services.byes import ask_bye, cancel_bye, give_missed_byes
from tournaments.services.corrections import Correction, apply_correction, preview_correction, reopen_round
from tournaments.services.creating import (
    DEFAULTS,
    MOST_ROUNDS,
    change_conditions,
    change_stage,
    create_tournament,
    planned,
)
from tournaments.services.cuts import cut_stage, preview_cut, skip_stage, undo_cut
from tournaments.services.drafts import pair_again, pair_next, pair_round
from tournaments.services.duplicate import note_deal_sheets, record_decks
from tournaments.services.entries import (
    ImportLine,
    ImportReport,
    check_in,
    check_in_all,
    enter,
    expel,
    import_entries,
    mark_absent,
    undo_check_in,
    withdraw,
)
from tournaments.services.errors import Conflict, Invalid, NeedsReason, NoPairing, OpenResults, Refusal
from tournaments.services.live_tables import table_over
from tournaments.services.margins import correct_margin
from tournaments.services.pair_rules import add_pair_rule, remove_pair_rule
from tournaments.services.pairings import Preview, draft_warnings, edit_draft, preview_edit, publish_round
from tournaments.services.results import can_undo, confirm_result, hand_down, record_result, undo_result
from tournaments.services.rounds import close_round, start_round
from tournaments.services.stages import begin, finish, finish_stage
from tournaments.services.team_boards import confirm_board, record_board, substitute
from tournaments.services.teams import Person, enter_team, set_line_up
from tournaments.services.timing import clear_missing, flag_missing, seal_round, set_times
from tournaments.services.venues import set_live, set_remote
from tournaments.services.ways import take_way_out

HANDLERS = {**rounds.HANDLERS, **timing.HANDLERS, **meetings.HANDLERS}


__all__ = [
    "DEFAULTS",
    "HANDLERS",
    "MOST_ROUNDS",
    "Conflict",
    "Correction",
    "ImportLine",
    "ImportReport",
    "Invalid",
    "NeedsReason",
    "NoPairing",
    "OpenResults",
    "Person",
    "Preview",
    "Refusal",
    "accept_time",
    "add_pair_rule",
    "apply_correction",
    "ask_bye",
    "begin",
    "can_undo",
    "cancel_bye",
    "change_conditions",
    "change_stage",
    "check_in",
    "check_in_all",
    "clear_missing",
    "close_round",
    "confirm_board",
    "confirm_result",
    "correct_margin",
    "create_tournament",
    "cut_stage",
    "decline_time",
    "draft_warnings",
    "edit_draft",
    "enter",
    "enter_team",
    "expel",
    "finish",
    "finish_stage",
    "flag_missing",
    "forfeit_match",
    "give_missed_byes",
    "hand_down",
    "import_entries",
    "mark_absent",
    "note_deal_sheets",
    "pair_again",
    "pair_next",
    "pair_round",
    "planned",
    "preview_correction",
    "preview_cut",
    "preview_edit",
    "propose_time",
    "publish_round",
    "record_board",
    "record_decks",
    "record_result",
    "remove_pair_rule",
    "reopen_round",
    "seal_round",
    "set_line_up",
    "set_live",
    "set_remote",
    "set_time",
    "set_times",
    "settle_window",
    "skip_stage",
    "start_round",
    "substitute",
    "table_over",
    "take_way_out",
    "undo_check_in",
    "undo_cut",
    "undo_result",
    "withdraw",
    "withdraw_time",
]
