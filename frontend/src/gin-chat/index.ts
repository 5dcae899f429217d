/** The chat at a table, of players or of watchers: set phrases or free text, mute, report. chat-door.ts loads it beside
 *  <gin-table>, which does not know about it. All words are inserted as text. */

import { button, el, type Inside } from "../shared/elements";
import type { GinTable } from "../shared/table/gin-table";
import { callApi } from "../shared/fetching/site-api";
import type { Seat } from "../shared/table-view";
import { bubble } from "./bubble";

/** The speaker: a `seat`; or `who`, the public id of a watcher, with a `name`. */
interface Line {
  n: number;
  seat?: string;
  who?: string;
  name?: string;
  at: number;
  phrase?: string;
  text?: string;
}
interface Person {
  seat: string;
  name: string;
  muted: boolean;
}
interface Talk {
  kind: string;
  phrases: string[];
  most: number;
  people: Person[];
  lines: Line[];
  silenced: string | null;
}
type Said = { phrase: string } | { text: string };

const OPEN = "undercut.chat";
const WAYS = "undercut.ways"; // the settings of own-ways: brief speech says only who talks
const SMALL = { class: "button small" };
const BADGE = { class: "badge warn" };

const speaker = (line: Line): string => line.seat ?? line.who ?? "";

/** Lines in the order in which they were said, each once. */
function merged(lines: readonly Line[], more: readonly Line[]): Line[] {
  return [...new Map([...lines, ...more].map((line) => [line.n, line])).values()].sort((a, b) => a.n - b.n);
}

const line = (most: number): HTMLInputElement =>
  el("input", { id: `gt-chat-${most}`, maxlength: `${most}`, autocomplete: "off", required: "" }) as HTMLInputElement;
const named = (field: HTMLElement, label: string): HTMLElement => el("label", { for: field.id }, label);

function form(sent: (text: string) => void, field: HTMLInputElement, ...inside: Inside[]): HTMLElement {
  const made = el("form", { class: "form" }, ...inside);
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    sent(field.value);
  });
  return made;
}

function chat(table: GinTable, url: string, desk: string | undefined): void {
  const { words } = table,
    me = table.me ?? table.dataset["who"] ?? null,
    seenKey = `${OPEN}.${table.dataset["table"]}`;
  const t = (key: string, params: Record<string, string | number> = {}): string => words.t(`chat.${key}`, params);
  const title = t("title"),
    muted = (text: string): HTMLElement => el("p", { class: "muted" }, text);
  const called = (line: Line): string =>
    speaker(line) === me ? t("me") : (line.name ?? table.names[line.seat as Seat]);
  const wordsOf = (line: Line): string => (line.phrase ? t(`phrase.${line.phrase}`) : (line.text ?? ""));

  const none = muted(t("none")),
    list = el("ol", { class: "gt-heard", tabindex: "0", "aria-label": title });
  const say = el("div", { class: "gt-say" }),
    note = el("p", { class: "gt-chat-note", role: "status" }),
    people = el("div", { class: "stack" });
  const aloud = el("p", { class: "visually-hidden", "aria-live": "polite" }),
    fresh = el("span", BADGE),
    chipFresh = el("span", BADGE);
  const chip = table.querySelector(".gt-chat-chip")!;
  const dialog = el("dialog", { class: "gt-dialog", "aria-labelledby": "gt-report-title" }) as HTMLDialogElement;
  const foot = el(
    "div",
    { class: "form gt-chat-foot" },
    button(SMALL, t("table"), () => back()),
    muted(t("hint")),
  );
  const box = el(
    "details",
    {},
    el("summary", {}, el("h2", {}, title), fresh),
    el("div", { class: "gt-chat-in" }, none, list, say, note, people, foot),
  ) as HTMLDetailsElement;
  const panel = el("section", { class: "panel gt-chat" }, box, aloud, dialog);

  let talk: Talk = { kind: "", phrases: [], most: 0, people: [], lines: [], silenced: null };
  let seen = Number(sessionStorage.getItem(seenKey)),
    sending: { id: string; text?: string } | null = null,
    drawn = "",
    wanted = false;

  const tell = (text: string): void => {
    note.textContent = text;
  };
  const back = (): void => {
    const sheet = table.querySelector<HTMLElement>("#gt-side:popover-open");
    sheet?.hidePopover();
    table.querySelector<HTMLElement>(".felt")?.focus();
  };

  // ---- what the server knows

  /** Send a request to the site, and show a refusal. */
  async function ask<Body>(at: string, body?: object): Promise<Body | null> {
    const answer = await callApi<Body>(at, body);
    if (answer && "body" in answer) return answer.body;
    tell(answer?.refused ?? t("no.connection"));
    return null;
  }

  async function hear(mute?: { seat: string; muted: boolean }): Promise<boolean> {
    const found = await ask<Talk>(mute ? `${url}/mute` : url, mute);
    if (found) take(found);
    return found !== null;
  }

  /** Lines that came during the request stay, except those of players muted now. */
  function take(found: Talk): void {
    const deaf = found.people.filter((one) => one.muted).map((one) => one.seat);
    talk = {
      ...found,
      lines: merged(
        found.lines,
        talk.lines.filter((line) => !deaf.includes(speaker(line))),
      ),
    };
    draw();
  }

  function send(said: Said): void {
    if (table.connection !== "open") return tell(t("no.connection"));
    sending = { id: crypto.randomUUID(), ...said };
    table.link.send({ k: "say", ...sending });
  }

  // ---- drawing

  function draw(): void {
    const isOver = table.view.over || table.connection === "ended",
      now = JSON.stringify([talk.people, talk.silenced, isOver]);
    if (now !== drawn) {
      drawn = now;
      say.replaceChildren(
        ...(isOver
          ? [muted(t("over"))]
          : talk.silenced
            ? [el("p", { class: "notice warning" }, t("silenced", { reason: talk.silenced }))]
            : speaking()),
      );
      people.replaceChildren(...talk.people.map(person));
    }
    show();
    if (wanted) enter();
  }

  function show(): void {
    const { lines } = talk,
      there = new Map(([...list.children] as HTMLElement[]).map((item) => [item.dataset["n"], item]));
    list.replaceChildren(
      ...lines.map(
        (line) =>
          there.get(`${line.n}`) ??
          el(
            "li",
            { "data-n": `${line.n}`, class: speaker(line) === me ? "mine" : "" },
            el("strong", {}, called(line)),
            " ",
            el("bdi", {}, wordsOf(line)),
          ),
      ),
    );
    none.hidden = !(list.hidden = !lines.length);
    list.scrollTop = list.scrollHeight;
    count();
  }

  function count(): void {
    const { lines } = talk;
    if (box.open) sessionStorage.setItem(seenKey, `${(seen = Math.max(seen, lines.at(-1)?.n ?? 0))}`);
    const news = lines.filter((line) => line.n > seen && speaker(line) !== me).length;
    fresh.textContent = chipFresh.textContent = `${news}`;
    fresh.hidden = chipFresh.hidden = !news;
    chip.setAttribute("aria-label", news ? `${title}, ${words.n("chat.new", news)}` : title);
  }

  function speaking(): Inside[] {
    const phrases = el(
      "div",
      { class: "gt-phrases", role: "group", "aria-label": t("phrases") },
      ...talk.phrases.map((phrase) =>
        button({ class: "chip-button" }, t(`phrase.${phrase}`), () => send({ phrase })),
      ),
    );
    if (talk.kind !== "full") return [phrases];
    const field = line(talk.most);
    return [
      form(
        (text) => send({ text }),
        field,
        named(field, t("text")),
        el("div", { class: "gt-write" }, field, el("button", SMALL, t("send"))),
      ),
      phrases,
    ];
  }

  function person({ seat, name, muted: isMuted }: Person): HTMLElement {
    const mute = async (): Promise<void> => {
      if (await hear({ seat, muted: !isMuted })) tell(t(isMuted ? "heard" : "muted", { name }));
      people.querySelector<HTMLElement>(`[data-seat="${seat}"]`)?.focus();
    };
    return el(
      "p",
      { class: "actions" },
      button({ ...SMALL, "data-seat": seat }, t(isMuted ? "unmute" : "mute", { name }), () => void mute()),
      button(SMALL, t("report", { name }), () => report(seat, name)),
    );
  }

  function report(seat: string, name: string): void {
    const why = line(300);
    const sent = async (text: string): Promise<void> => {
      const isSent = await ask(`${desk ?? url}/report`, { seat, words: text });
      dialog.close();
      if (isSent) tell(t("report.done", { name }));
    };
    dialog.replaceChildren(
      form(
        (text) => void sent(text),
        why,
        el("h2", { id: "gt-report-title" }, t("report.title", { name })),
        el("p", {}, t("report.text")),
        named(why, t("report.why")),
        why,
        el(
          "p",
          { class: "actions" },
          el("button", { class: "button danger" }, t("report.send")),
          button({ class: "button" }, t("report.cancel"), () => dialog.close()),
        ),
      ),
    );
    dialog.showModal();
  }

  function reach(): void {
    box.open = wanted = true;
    table.show("talk");
    if (drawn) enter();
  }

  /** The field to write in, or what stands there if nobody may write. */
  function enter(): void {
    wanted = false;
    box.querySelector<HTMLElement>(".gt-say input, .gt-say button, .gt-chat-foot button")!.focus();
  }

  // ---- what the table hears: frames of talk, and every return of the connection, come through its listener

  const told = table.told.bind(table),
    state = table.state.bind(table);
  table.told = (frame) => {
    const { k, id, ...rest } = frame,
      isMine = id === sending?.id;
    if (k === "unsaid" && isMine) {
      sending = null;
      tell(t(`no.${frame.code}`));
      if (frame.code === "silenced") void hear();
    } else if (k === "silence") {
      talk.silenced = frame["reason"] as string | null;
      table.remark(talk.silenced === null ? t("unsilenced") : t("silenced", { reason: talk.silenced }));
      tell("");
      draw();
    } else if (k === "said") {
      const line = rest as unknown as Line,
        name = called(line);
      talk.lines = merged(talk.lines, [line]);
      if (isMine) {
        const field = say.querySelector("input");
        if (field && sending?.text === field.value) field.value = "";
        sending = null;
        tell("");
      }
      if (line.seat) bubble(table, line.seat, wordsOf(line));
      else if (speaker(line) !== me && !talk.people.some((one) => one.seat === line.who)) void hear();
      if (speaker(line) !== me)
        aloud.textContent = t(JSON.parse(localStorage.getItem(WAYS) ?? "{}").brief ? "talks" : "said", {
          name,
          words: wordsOf(line),
        });
      show();
    } else told(frame);
  };
  table.state = (now, reason) => {
    const isBack = now === "open" && table.connection !== "open";
    state(now, reason);
    if (isBack) void hear();
    draw();
  };

  /** After the log, before the director. */
  table.addController({
    hostUpdated: () => {
      if (!panel.isConnected)
        table.querySelector(".gt-side")?.insertBefore(panel, table.querySelector("#gt-director"));
    },
  });
  table.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && box.contains(event.target as Element)) back();
  });
  chip.append(" ", chipFresh);
  chip.addEventListener("click", reach);
  box.open = !!localStorage.getItem(OPEN);
  box.addEventListener("toggle", () => {
    localStorage.setItem(OPEN, box.open ? "y" : "");
    count();
  });
  table.requestUpdate();
  void hear();
}

const table = document.querySelector<GinTable>("gin-table")!;
chat(table, table.dataset["talk"]!, table.dataset["director"]);
