"""The usual names of list columns in English and Spanish, and which columns of a list are read."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts import names

USUAL: dict[str, tuple[str, ...]] = {
    "name": ("full name", "names", "player", "players", "player name", "participant", "entrant", "nombre", "nombres",
             "nombre completo", "nombre y apellidos", "apellidos y nombre", "jugador", "jugadora", "jugadores",
             "participante"),
    "rating": ("elo", "rtg", "rat", "elo fide", "fide elo", "fide", "rtg int", "rtgi", "rtg nat", "rtgn", "elo nac",
               "clasificacion", "puntuacion elo"),
    "email": ("e-mail", "mail", "e-mail address", "email address", "correo", "correo electronico"),
    "team": ("equipo", "teams", "pair", "pareja"),
    "number": ("no", "nr", "n", "nº", "n°", "n.º", "#", "num", "numero", "start number", "start no", "start nr", "sno",
               "snr", "seed", "dorsal", "rank", "pos", "numero inicial", "num ini"),
    "born": ("birth", "birth year", "year of birth", "year", "birthday", "birth date", "date of birth", "ano",
             "ano de nacimiento", "nacimiento", "fecha de nacimiento"),
    "table": ("board", "bo", "tab", "table no", "mesa", "tablero"),
    "first": ("white", "player 1", "first player", "home", "blancas", "primero", "primera", "jugador 1", "local"),
    "second": ("black", "player 2", "second player", "away", "negras", "segundo", "segunda", "jugador 2", "visitante"),
    "bye": ("byes", "descanso", "libre"),
    "result": ("res", "results", "score", "resultado", "resultados"),
    "round": ("rd", "ronda"),
    "seat": ("place", "asiento", "sitio"),
    "player": ("name", "jugador", "jugadora", "nombre", "participante"),
    "players": ("names", "jugadores", "nombres"),
    "deals": ("hands", "games", "manos", "partidas"),
    **{f"seat{n}": (f"seat {n}", f"asiento {n}", f"asiento{n}") for n in range(1, 13)},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Heading:
    """The columns of a list by our names, "" for one that is not read; `left_out` holds the written names of those, and
    `twice` a name that stands there twice."""

    columns: tuple[str, ...]
    left_out: tuple[str, ...] = ()
    twice: str = ""

    @property
    def known(self) -> frozenset[str]:
        """The columns that are read."""
        return frozenset(self.columns) - {""}


def plain(cell: str) -> str:
    """A heading in the form in which headings are compared: small letters without accents, and without a dot or colon
    at the end."""
    return names.folded(cell).rstrip(".: ")


def heading(cells: Sequence[str], allowed: Sequence[str]) -> Heading:
    """The meaning of the cells of a first line, among the `allowed` columns. Where two mean one column, that with our
    own name is read, else the first."""
    bare = [plain(cell) for cell in cells]
    while bare and not bare[-1]:
        bare.pop()
    found = [next((column for column in allowed if one == column or one in _others(column)), "") for one in bare]
    twice = next((one for column, one in zip(found, bare, strict=True) if column and bare.count(one) > 1), "")
    for column in {one for one in found if one and found.count(one) > 1}:
        places = [at for at, one in enumerate(found) if one == column]
        kept = next((at for at in places if bare[at] == column), places[0])
        found = ["" if at in places and at != kept else one for at, one in enumerate(found)]
    left_out = tuple(cell for cell, column in zip(cells, found, strict=False) if cell and not column)
    return Heading(tuple(found), left_out, twice)


def left_out_words(left_out: Sequence[str]) -> str:
    """A sentence that names the columns that are not read."""
    listed = ", ".join(f"“{cell[:40]}”" for cell in left_out)
    return _("Left out: the column %(names)s.") % {"names": listed}


def _others(column: str) -> tuple[str, ...]:
    return tuple(plain(one) for one in USUAL.get(column, ()))
