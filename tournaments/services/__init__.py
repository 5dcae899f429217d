"""Writing about tournaments: one function, one verb, one fact."""

from tournaments.services import rounds, timing
from tournaments.services.corrections import Correction, apply_correction, preview_correction, reopen_round
from tournaments.services.creating import (
    DEFAULTS,
    MOST_ROUNDS,
    change_conditions,
    change_stage,
    create_tournament,
    planned,
)
from tournaments.services.cuts import cut_stage, skip_stage, undo_cut
from tournaments.services.drafts import pair_again, pair_round
from tournaments.services.entries import (
    ImportLine,
    ImportReport,
    check_in,
    check_in_all,
    enter,
    import_entries,
    undo_check_in,
    withdraw,
)
from tournaments.services.errors import Conflict, Invalid, NeedsReason, NoPairing, OpenResults, Refusal
from tournaments.services.pairings import Preview, draft_warnings, edit_draft, preview_edit, publish_round
from tournaments.services.results import can_undo, confirm_result, hand_down, record_result, table_over, undo_result
from tournaments.services.rounds import close_round, start_round
from tournaments.services.stages import begin, finish, finish_stage
from tournaments.services.timing import seal_round

HANDLERS = {**rounds.HANDLERS, **timing.HANDLERS}

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
    "Preview",
    "Refusal",
    "apply_correction",
    "begin",
    "can_undo",
    "change_conditions",
    "change_stage",
    "check_in",
    "check_in_all",
    "close_round",
    "confirm_result",
    "create_tournament",
    "cut_stage",
    "draft_warnings",
    "edit_draft",
    "enter",
    "finish",
    "finish_stage",
    "hand_down",
    "import_entries",
    "pair_again",
    "pair_round",
    "planned",
    "preview_correction",
    "preview_edit",
    "publish_round",
    "record_result",
    "reopen_round",
    "seal_round",
    "skip_stage",
    "start_round",
    "table_over",
    "undo_check_in",
    "undo_cut",
    "undo_result",
    "withdraw",
]
