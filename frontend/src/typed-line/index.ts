/** The typed line at the table: what it understands is done by the same verbs, keys and confirmations as by hand. It is
 *  a separate chunk, loaded when the line is first used. */

import { short, usePack, type Card } from "../shared/cards";
import { el } from "../shared/elements";
import type { GinTable } from "../shared/table/gin-table";
import { added, adds } from "../shared/lays";
import { legal, type Action } from "../shared/table-view";
import { isSpoken, keyFor, read, wordsOf, type Line, type Word } from "./typed-line";

const MOST_LINES = 20; // that ↑ brings back

/** The typed line of a page, once it is needed; `form` is where own-ways has put it. */
export function typed(table: GinTable, hasLaws: boolean, form: HTMLElement): TypedForm {
  usePack(table.facts.ranks);
  return new TypedForm(table, hasLaws, form);
}

export class TypedForm {
  private readonly input: HTMLInputElement;
  private readonly said: HTMLElement;
  private readonly lines: string[] = [];
  private at = 0;

  constructor(
    private readonly table: GinTable,
    private readonly hasLaws: boolean,
    form: HTMLElement,
  ) {
    this.input = form.querySelector("input")!;
    this.said = form.querySelector(".gt-said")!;
    form
      .querySelector("details")!
      .append(el("p", { class: "muted" }, this.list()), el("p", { class: "muted" }, this.t("line.how")));
    this.input.addEventListener("keydown", (event) => this.recall(event));
  }

  private t(key: string, params: Record<string, string | number> = {}): string {
    return this.table.words.t(key, params);
  }
  private list(): string {
    return wordsOf(this.table.facts, this.hasLaws)
      .map((word) => this.name(word))
      .join(" · ");
  }

  /** A word in the page's language; the first of its synonyms. */
  private name(word: Word): string {
    return (this.table.words.has(`word.${word}`) ? this.t(`word.${word}`) : word).split(",")[0]!.trim();
  }

  /** ↑ and ↓ bring earlier lines back. */
  private recall(event: KeyboardEvent): void {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    this.at = Math.max(0, Math.min(this.lines.length, this.at + by));
    this.input.value = this.lines[this.at] ?? "";
  }

  async send(): Promise<void> {
    const text = this.input.value.trim();
    if (!text) return;
    this.lines.push(text);
    this.lines.splice(0, this.lines.length - MOST_LINES);
    this.at = this.lines.length;
    this.input.value = "";
    const { table } = this,
      [note, spoken] = [table.note, table.spoken];
    const doubt = await this.obey(read(text, table.words));
    if (doubt) table.speak(doubt);
    else await table.updateComplete;
    this.said.textContent = doubt || (table.note !== note ? table.note : table.spoken !== spoken ? table.spoken : "");
    if (!table.querySelector("dialog[open]")) this.input.focus();
  }

  /** Carries out the line; in case of doubt nothing is done, and the answer says what was understood. */
  private async obey(line: Line): Promise<string> {
    const { table } = this,
      { word, cards } = line;
    if (!word) return this.t("line.unknown", { word: line.rest[0] ?? "" });
    if (line.rest.length)
      return this.t("line.doubt", { understood: this.understood(line), rest: line.rest.join(" ") });
    if (!wordsOf(table.facts, this.hasLaws).includes(word)) return this.t("line.not_now", { word: this.name(word) });
    if (word === "rules") {
      table.speak(this.rules());
      return "";
    }
    if (isSpoken(word)) {
      this.strike(keyFor(word));
      return "";
    }
    const foreign = cards.find((card) => !this.held().includes(card) && word !== "take");
    if (foreign) return this.t("line.not_held", { card: table.say.card(foreign) });
    return this.act(word, line);
  }

  /** The cards that may be named: the hand; if the table is being rearranged, also the cards on it and the card on
   *  offer. */
  private held(): Card[] {
    const { view, facts } = this.table,
      own = (view.table ?? []).flatMap((meld) => (view.seat ? meld.laid[view.seat] : []));
    return [
      ...(view.hand ?? []),
      ...(facts.kernel === "conquian" ? [...own, ...(view.centre ? [view.centre] : [])] : []),
    ];
  }

  private understood(line: Line): string {
    return [line.word ? this.name(line.word) : "", ...line.cards.map(short), line.meld ?? ""]
      .filter((part) => part !== "")
      .join(" ");
  }

  private rules(): string {
    const { table } = this,
      badges = [...table.querySelectorAll<HTMLElement>(".gt-head .badge")].map(
        (badge) => badge.textContent?.trim() ?? "",
      );
    return [
      ...badges,
      table.view.limit > 0 && table.facts.kernel === "gin" ? this.t("label.limit", { count: table.view.limit }) : "",
    ]
      .filter(Boolean)
      .join(", ");
  }

  private async act(word: Word, line: Line): Promise<string> {
    const { cards, meld } = line,
      { view, facts } = this.table;
    switch (word) {
      case "off":
        return this.only(
          word,
          legal(view, "lay_off").filter((one) => one.card === cards[0] && (meld === null || one.meld === meld - 1)),
          line,
        );
      case "show":
        return this.only(word, legal(view, "show_hand"), line);
      case "claim":
        this.table.perform({ do: "claim" });
        return "";
      case "done":
        return this.table.drafting
          ? this.press(word, "d", [])
          : this.only(word, [...legal(view, "finish"), ...legal(view, "show_hand")].slice(0, 1), line);
      case "take":
        return this.press(word, this.takes(cards[0]), []);
      case "gin":
      case "knock":
        return this.ends(word, cards);
      case "add":
        return this.adds(line);
      case "use":
        return this.arrange(word, line, view.centre ? [view.centre] : []);
      case "lay":
        return facts.kernel === "conquian" ? this.arrange(word, line, []) : this.press(word, "n", cards);
      case "d":
        return cards.length === 1 ? this.press(word, "d", cards) : this.t("line.which_card");
      default:
        return cards.length
          ? this.t("line.doubt", { understood: this.name(word), rest: cards.map(short).join(" ") })
          : this.press(word, keyFor(word), []);
    }
  }

  /** Sends the one lawful command; if there are several, asks for the number of the meld. */
  private only(word: Word, ways: Action[], line: Line): string {
    if (ways.length === 1) {
      this.table.perform(ways[0]!);
      return "";
    }
    const melds = ways.map((one) => (one.meld ?? 0) + 1).join(", ");
    return ways.length
      ? this.t("line.which_meld", { understood: this.understood(line), melds })
      : this.t("line.not_now", { word: this.understood(line) || this.name(word) });
  }

  /** The named one of two discards on offer (3P-13). */
  private takes(card: Card | undefined): string {
    const named =
      card &&
      [...this.table.querySelectorAll<HTMLElement>(".gt-verb")].find(
        (verb) => ["u", "j"].includes(verb.dataset["key"] ?? "") && verb.textContent?.includes(short(card)),
      );
    return card ? (named ? named.dataset["key"]! : "") : "u";
  }

  private ends(word: "gin" | "knock", cards: Card[]): Promise<string> | string {
    const { view } = this.table,
      lawful = legal(view, word);
    const open = word === "gin" || view.aids?.after;
    if (cards[0] && open && lawful.length && !lawful.some((one) => one.card === cards[0]))
      return this.t("line.not_now", { word: `${this.name(word)} ${short(cards[0])}` });
    return this.press(word, keyFor(word), cards.slice(0, 1));
  }

  private async adds(line: Line): Promise<string> {
    const { table } = this,
      { cards, meld } = line;
    if (table.drafting) return this.arrange("add", line, []);
    const ways = adds(table.view, cards[0] ?? null).filter((one) => meld === null || one.meld === meld - 1);
    if (ways.length === 1) {
      table.ask(added(table, ways[0]!));
      return "";
    }
    return ways.length ? this.only("add", ways, line) : this.press("add", "t", cards);
  }

  /** Conquian: opens the arranger and puts the cards on a group or a new one; `d` with a card, or `done`, lays them
   *  down. */
  private async arrange(word: Word, line: Line, more: Card[]): Promise<string> {
    const { table } = this;
    if (!table.drafting) {
      const doubt = await this.press(word, keyFor(word), []);
      if (doubt || !table.drafting) return doubt;
    }
    const cards = [...more.filter((card) => !table.drafting!.groups.flat().includes(card)), ...line.cards];
    if (!cards.length) return "";
    table.picked = cards;
    table.put(line.meld === null ? table.drafting!.groups.length : line.meld - 1);
    return "";
  }

  /** Chooses the cards and presses the verb, which confirms or says why it is not possible, as by hand. */
  private async press(word: Word, key: string, cards: Card[]): Promise<string> {
    const { table } = this;
    if (cards.length) {
      table.picked = cards;
      table.requestUpdate();
      await table.updateComplete;
    }
    const verb = key
      ? (table.verb(key) ?? table.querySelector<HTMLElement>(`[data-law="${CSS.escape(key)}"]`))
      : null;
    if (!verb) return this.t("line.not_now", { word: this.name(word) });
    verb.click();
    await table.updateComplete;
    return "";
  }

  /** Reading words act like their keys. */
  private strike(key: string): void {
    this.table
      .querySelector(".felt")
      ?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  }
}
