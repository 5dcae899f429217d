"""Play at a table whose owner does not answer: an actor decides as usual, and the play is committed here by the same
statement."""

from collections.abc import Callable
from time import monotonic
from uuid import UUID

from games.live.sitting.rows import Write
from games.live.sitting.sitting import Sitting
from games.live.store import loading, writer
from games.live.table.actor import TableActor
from games.live.table.commands import Answer, OutsideCommand


def play(wish: OutsideCommand) -> Answer:
    """Read the table, decide and commit by compare-and-swap. Everything that is due next is left to the owner. Raises
    Table.DoesNotExist, DatabaseError."""
    door = Door()
    answers: list[Answer] = []
    actor = TableActor(loading.load(wish.table, None), door)
    actor.ask(wish, answers.append)
    if not answers:
        actor.done(*writer.commit(door.writes))
    return answers[0]


class Door:
    """What an actor needs for a single command. It keeps no time: nobody is flagged or forfeited here."""

    def __init__(self) -> None:
        self.writes: list[Write] = []

    def now(self) -> float:
        """Seconds of a clock."""
        return monotonic()

    def is_forgiving(self) -> bool:
        """Always True: nobody knows here how long a clock has run, nor who is disconnected."""
        return True

    def submit(self, write: Write) -> None:
        """Keep a play until it is committed."""
        self.writes.append(write)

    def catch_up(self, actor: TableActor, then: Callable[[], None]) -> None:
        """Read what another door has committed first."""
        actor.foreign(loading.news(actor.terms, actor.sitting)[1])
        then()

    def recall(self, actor: TableActor, version: int, then: Callable[[Sitting], None]) -> None:
        """Fold a version of the table from its log."""
        then(loading.at_version(actor.terms, version))

    def find(self, actor: TableActor, cmd_id: UUID, then: Callable[[int | None], None]) -> None:
        """Look a command up in the log."""
        then(loading.version_of(actor.terms.table_id, cmd_id))

    def is_over(self, actor: TableActor) -> None:
        """Do nothing: no socket is here, and the caller reports the end."""

    def drop(self, actor: TableActor, code: int, reason: str) -> None:
        """Do nothing: no socket is here."""
