"""Writing about tournaments: one function, one verb, one fact."""

from tournaments.services import ladders, meetings, pairing_jobs, rounds, timing
from tournaments.services.appointments import (
    accept_time,
    decline_time,
    forfeit_match,
    propose_time,
    set_time,
    settle_window,
    withdraw_time,
)
from tournaments.services.asking import Asked, pair_again, pair_next, pair_stage
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
from tournaments.services.drafts import pair_round
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
from tournaments.services.ladder_rulings import annul_challenge, place_entry
from tournaments.services.ladders import accept_challenge, decline_challenge, make_challenge, take_back_challenge
from tournaments.services.live_tables import table_over
from tournaments.services.margins import MarginChange, correct_margin, preview_margin
from tournaments.services.pair_rules import add_pair_rule, remove_pair_rule
from tournaments.services.pairing_jobs import cancel_pairing
from tournaments.services.pairings import Preview, draft_warnings, edit_draft, preview_edit, publish_round
from tournaments.services.places import rule_place, settle_field
from tournaments.services.rated import hand_down
from tournaments.services.results import can_undo, confirm_result, record_result, undo_result
from tournaments.services.rounds import close_round, start_round
from tournaments.services.sign_ups import sign_up
from tournaments.services.stages import begin, finish, finish_stage
from tournaments.services.team_boards import confirm_board, record_board, substitute
from tournaments.services.team_members import change_members
from tournaments.services.teams import Person, enter_team, set_line_up
from tournaments.services.timing import clear_missing, flag_missing, seal_round, set_times
from tournaments.services.venues import set_live, set_remote
from tournaments.services.ways import take_way_out

HANDLERS = {**rounds.HANDLERS, **timing.HANDLERS, **meetings.HANDLERS, **ladders.HANDLERS}
LONG_HANDLERS = pairing_jobs.HANDLERS


__all__ = [
    "DEFAULTS",
    "HANDLERS",
    "LONG_HANDLERS",
    "MOST_ROUNDS",
    "Asked",
    "Conflict",
    "Correction",
    "ImportLine",
    "ImportReport",
    "Invalid",
    "MarginChange",
    "NeedsReason",
    "NoPairing",
    "OpenResults",
    "Person",
    "Preview",
    "Refusal",
    "accept_challenge",
    "accept_time",
    "add_pair_rule",
    "annul_challenge",
    "apply_correction",
    "ask_bye",
    "begin",
    "can_undo",
    "cancel_bye",
    "cancel_pairing",
    "change_conditions",
    "change_members",
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
    "decline_challenge",
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
    "make_challenge",
    "mark_absent",
    "note_deal_sheets",
    "pair_again",
    "pair_next",
    "pair_round",
    "pair_stage",
    "place_entry",
    "planned",
    "preview_correction",
    "preview_cut",
    "preview_edit",
    "preview_margin",
    "propose_time",
    "publish_round",
    "record_board",
    "record_decks",
    "record_result",
    "remove_pair_rule",
    "reopen_round",
    "rule_place",
    "seal_round",
    "set_line_up",
    "set_live",
    "set_remote",
    "set_time",
    "set_times",
    "settle_field",
    "settle_window",
    "sign_up",
    "skip_stage",
    "start_round",
    "substitute",
    "table_over",
    "take_back_challenge",
    "take_way_out",
    "undo_check_in",
    "undo_cut",
    "undo_result",
    "withdraw",
    "withdraw_time",
]
