"""Talk over the sockets of a table: who hears what, what is refused, and that no card is revealed."""

import random
import uuid
from datetime import UTC, datetime
from typing import Any

import orjson
import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from games.live.processes import channel
from games.live.processes.hub import Hub
from games.live.talk import listeners, talk_rows
from games.models import ChatLine, Play, Table
from games.services import tables, talking
from tests.games.live import live_tables
from tests.games.live.live_tables import Socket, seats

pytestmark = pytest.mark.django_db(transaction=True)
people = sync_to_async(live_tables.users)
NOW = datetime(2026, 3, 7, 20, 0, tzinfo=UTC)


async def say(socket: Socket, line_id: str = "", **said: Any) -> dict[str, Any]:
    """Say something and read up to the answer."""
    given = line_id or str(uuid.uuid4())
    await socket.send({"k": "say", "id": given, **said})
    while True:
        frame = await socket.until("said", "unsaid")
        if frame.get("id") == given:
            return frame


async def talks(socket: Socket) -> list[dict[str, Any]]:
    """All that this socket was told of talk, up to an answer to a command that is refused in any case."""
    await socket.command({"do": "fly"})
    return [frame for frame in socket.frames if frame["k"] in ("said", "unsaid")]


@sync_to_async
def opened(**settings: Any) -> Table:
    return live_tables.open_table(**settings)


async def test_a_phrase_is_a_key_that_each_reads_in_the_own_language(table: Table, hub: Hub) -> None:
    ann, ben = await seats(table, await people(table))
    answer = await say(ann, phrase="luck")
    heard = await ben.until("said")
    assert heard == answer
    assert {key: heard[key] for key in ("k", "seat", "phrase")} == {"k": "said", "seat": "A", "phrase": "luck"}
    assert (await say(ben, text="Knock!"))["code"] == "kind"
    assert (await say(ben, phrase="knock"))["code"] == "words"


async def test_free_text_is_heard_clean_and_kept_beside_the_log(hub: Hub) -> None:
    table = await opened(chat="full")
    ann, ben = await seats(table, await people(table))
    before = await sync_to_async(Play.objects.filter(table=table).count)()
    await say(ann, text="  <b>hello</b>\u202e  there ")
    heard = await ben.until("said")
    assert heard["text"] == "<b>hello</b> there"
    assert await sync_to_async(Play.objects.filter(table=table).count)() == before
    row = await sync_to_async(ChatLine.objects.get)(table=table)
    assert (row.text, row.heard_by, row.seat) == ("<b>hello</b> there", "AB", 0)


async def watching(table: Table, name: str) -> tuple[Socket, User]:
    """Somebody who watches with an account."""
    user = await sync_to_async(live_tables.person)(name)
    socket = await Socket(table, user=user).open()
    await socket.until("pres")
    return socket, user


async def test_watchers_hear_each_other_and_no_word_goes_between_them_and_the_seats(table: Table, hub: Hub) -> None:
    ann, ben = await seats(table, await people(table))
    (eve, eve_user), (fay, _) = await watching(table, "Eve"), await watching(table, "Fay")
    stranger = await Socket(table).open()
    said = await say(eve, phrase="played")
    assert {key: said[key] for key in ("who", "name", "phrase")} == {
        "who": eve_user.public_id, "name": str(eve_user), "phrase": "played",
    }  # fmt: skip
    assert await fay.until("said") == said
    await say(ann, phrase="hello")
    assert [frame["phrase"] for frame in await talks(ben)] == ["hello"]
    assert [frame["phrase"] for frame in await talks(ann)] == ["hello"]
    assert [frame["phrase"] for frame in await talks(fay)] == ["played"]
    assert await talks(stranger) == []
    assert (await say(stranger, phrase="hello"))["code"] == "account"
    assert await sync_to_async(talk_rows.heard)(table.pk, 0) == [
        {key: value for key, value in (await talks(ann))[0].items() if key not in ("k", "id")}
    ]


async def test_who_watches_is_moderated_as_a_player_is(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listeners, "REFILL_PER_S", 0.0)
    table = await opened()
    who = await people(table)
    (eve, eve_user), (fay, fay_user) = await watching(table, "Eve"), await watching(table, "Fay")
    await sync_to_async(talking.mute)(by=fay_user, of=eve_user, is_muted=True, now=NOW)
    assert (await say(eve, phrase="luck"))["k"] == "said"
    assert await talks(fay) == []
    assert (await say(eve, text="Look!"))["code"] == "kind"
    assert [(await say(eve, phrase="luck")).get("code", "said") for _ in range(4)] == ["said"] * 3 + ["flood"]
    facts = {"table": table, "user": fay_user, "reason": "Enough of it.", "by": who[0], "now": NOW}
    await sync_to_async(talking.silence)(**facts)
    assert (await fay.until("silence"))["reason"] == "Enough of it."
    assert (await say(fay, phrase="luck"))["code"] == "silenced"


async def test_a_watchers_line_again_is_said_once_and_is_nobody_elses(table: Table, hub: Hub) -> None:
    (eve, _), (fay, _) = await watching(table, "Eve"), await watching(table, "Fay")
    name = str(uuid.uuid4())
    assert await say(eve, name, phrase="luck") == await say(eve, name, phrase="luck")
    assert len(await talks(fay)) == 1
    assert (await say(fay, name, phrase="bye"))["code"] == "words"


async def test_the_same_line_again_is_said_once(table: Table, hub: Hub) -> None:
    ann, ben = await seats(table, await people(table))
    name = str(uuid.uuid4())
    assert await say(ann, name, phrase="luck") == await say(ann, name, phrase="luck")
    assert len(await talks(ben)) == 1
    assert (await say(ben, name, phrase="bye"))["code"] == "words", "another's name for a line is not mine"


async def test_a_flood_is_refused_and_play_goes_on(table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listeners, "REFILL_PER_S", 0.0)  # however long the machine takes for six lines
    ann, _ben = await seats(table, await people(table))
    answers = [await say(ann, phrase="hello") for _ in range(6)]
    assert [answer.get("code", "said") for answer in answers] == ["said"] * 4 + ["flood"] * 2
    assert (await ann.command({"do": "fly"}))["code"] != "rate"


async def test_who_is_muted_is_not_heard_and_does_not_notice(table: Table, hub: Hub) -> None:
    who = await people(table)
    ann, ben = await seats(table, who)
    mute = sync_to_async(talking.mute)
    await mute(by=who[1], of=who[0], is_muted=True, now=NOW)
    assert (await say(ann, phrase="luck"))["k"] == "said"
    assert await talks(ben) == []
    await mute(by=who[1], of=who[0], is_muted=False, now=NOW)
    await say(ann, phrase="played")
    assert (await ben.until("said"))["phrase"] == "played"


async def test_who_is_asked_to_be_silent_says_nothing_until_it_is_lifted(table: Table, hub: Hub) -> None:
    who = await people(table)
    ann, ben = await seats(table, who)
    facts = {"table": table, "user": who[0], "reason": "Enough of it.", "by": who[1], "now": NOW}
    await sync_to_async(talking.silence)(**facts)
    assert (await say(ann, phrase="luck"))["code"] == "silenced"
    assert (await say(ben, phrase="luck"))["k"] == "said"
    await sync_to_async(talking.lift_silence)(**facts)
    assert (await say(ann, phrase="sorry"))["k"] == "said"


async def test_who_is_asked_to_be_silent_learns_of_it_at_once_in_every_tab_and_nobody_else(
    table: Table, hub: Hub
) -> None:
    who = await people(table)
    ann, ben = await seats(table, who)
    tab = await Socket(table, user=who[0]).open()
    facts = {"table": table, "user": who[0], "by": who[1], "now": NOW}
    await sync_to_async(talking.silence)(reason="Enough of it.", **facts)
    for socket in (ann, tab):
        assert await socket.until("silence") == {"k": "silence", "reason": "Enough of it."}
    await sync_to_async(talking.silence)(reason="Again.", **facts)  # it stands already
    await sync_to_async(talking.lift_silence)(reason="It is well.", **facts)
    for socket in (ann, tab):
        assert await socket.until("silence") == {"k": "silence", "reason": None}
    await ben.command({"do": "fly"})
    assert "silence" not in {frame["k"] for frame in ben.frames}


async def test_a_silence_comes_from_another_process_too(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it comes through Redis: sealed by the one, opened by the owner (test_other_doors has the line itself)."""
    who = await people(table)
    ann, _ben = await seats(table, who)
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(channel, "_publish", lambda table, said: sent.append(orjson.loads(orjson.dumps(said))))
    channel.silence(table.public_id, who[0].pk, "Enough of it.")
    hub._hear(sent[0])
    assert (await ann.until("silence"))["reason"] == "Enough of it."
    hub._hear({**sent[0], "table": "nowhere"})  # forgotten meanwhile: nobody to tell


async def test_the_house_is_not_talked_to(hub: Hub) -> None:
    ann = await sync_to_async(live_tables.person)("Ann")
    practice = sync_to_async(tables.open_practice)
    table = await practice(user=ann, rules_key="gin-pagat", level="novice", now=live_tables.now(), pace="quick")
    socket = await Socket(table, user=ann).open()
    assert (await say(socket, phrase="hello"))["code"] == "kind"


async def test_partners_hear_nothing_of_each_other(hub: Hub) -> None:
    """No advice online between the boards of a team."""
    table = await opened(rules="partnership", chat="full")
    everybody = await seats(table, await people(table))
    assert (await say(everybody[0], text="He holds kings"))["code"] == "kind"
    await say(everybody[0], phrase="luck")
    heard = [len(await talks(socket)) for socket in everybody]
    assert heard == [2, 1, 0, 1]


async def test_in_a_chouette_the_side_hears_the_box_alone(hub: Hub) -> None:
    """3P-10."""
    table = await opened(rules="chouette")
    everybody = {socket.view["seat"]: socket for socket in await seats(table, await people(table))}
    box = next(iter(everybody.values())).view["box"]
    first, second = (socket for seat, socket in everybody.items() if seat != box)
    await say(first, phrase="hello")
    await say(everybody[box], phrase="luck")
    assert [frame["phrase"] for frame in await talks(second)] == ["luck"]
    assert [frame["phrase"] for frame in await talks(everybody[box])] == ["hello", "luck"]


async def test_who_sits_a_deal_out_says_nothing_while_it_is_played(hub: Hub) -> None:
    """The idle seat of cutthroat may not advise."""
    table = await opened(rules="cutthroat")
    everybody = await seats(table, await people(table))
    idle = everybody[0].view["waiting"][0]
    for socket in everybody:
        answer = await say(socket, phrase="luck")
        assert answer.get("code", "said") == ("advice" if socket.view["seat"] == idle else "said")


ODD: list[Any] = [
    None,
    True,
    0,
    -1,
    10**30,
    "",
    "luck",
    "KD",
    "\x00",
    "\u202e",
    "é" * 300,
    [],
    ["luck"],
    {},
    {"text": "x"},
]


async def test_words_at_random_get_one_answer_each(hub: Hub) -> None:
    """Broken ones `no`, the others `said` or `unsaid`; what is said has these fields and no others."""
    table = await opened(chat="full")
    who = await people(table)
    socket = await Socket(table, token=live_tables.token(table, 0, who[0])).open()
    chance = random.Random(7)
    for _ in range(150):
        frame: dict[str, Any] = {"k": "say", "id": str(uuid.UUID(int=chance.getrandbits(128)))}
        for key in chance.choice([["phrase"], ["text"], ["text"], ["phrase", "text"], ["card"], ["text", "v"], []]):
            frame[key] = chance.choice(ODD)
        await socket.send(frame)
        answer = await socket.until("said", "unsaid", "no")
        assert answer["id"] == frame["id"]
        is_good = len(frame) == 3 and any(type(frame.get(key)) is str for key in ("phrase", "text"))
        assert (answer["k"] == "no") == (not is_good), (frame, answer)
        if answer["k"] == "said":
            assert answer.keys() - {"phrase", "text"} == {"k", "id", "n", "seat", "at"}
        elif answer["k"] == "unsaid":
            assert answer["code"] in ("words", "flood")
