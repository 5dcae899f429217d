/** The data that parts of the table page draw from, and the requests they can make to the table. */

import { html, nothing, type TemplateResult } from "lit";
import { picture, type Card } from "../cards";
import type { Clocks } from "../clock-face";
import type { Facts } from "../facts";
import type { Sorting } from "../hand/hand-order";
import type { Spread } from "../melds";
import type { Sentences } from "../sentences";
import type { Strings } from "../strings";
import type { Action, BySeat, Seat, View } from "../table-view";
import type { State } from "./wire";

export interface Presence {
  word: "here" | "away" | "gone";
  grace: number | null;
}
export interface KnockSheet {
  how: "knock" | "gin";
  discards: Card[];
  discard: Card;
  spreads: Spread[];
  at: number;
}

/** Groups being put together in the arranger, for the command that they are for. */
export interface Draft {
  verb: string;
  groups: Card[][];
}

/** A final action that is confirmed before it is done; one that ends the sitting has its own title. */
export interface Question {
  title?: string;
  text: string;
  label: string;
  action: Action;
}

export interface Scene {
  readonly view: View;
  readonly facts: Facts;
  readonly me: Seat | null;
  readonly near: Seat;
  readonly names: BySeat<string>;
  /** Names for third persons, where `names` says "You"; and the suit of each name tag. */
  readonly people: BySeat<string>;
  readonly suits: Partial<BySeat<string>>;
  readonly ratings: Partial<BySeat<string>>;
  readonly words: Strings;
  readonly say: Sentences;
  readonly sprite: string;
  readonly order: Card[];
  readonly sorting: Sorting;
  readonly chosen: Card | null;
  readonly picked: readonly Card[];
  readonly roving: number;
  readonly busy: boolean;
  readonly connection: State;
  readonly active: boolean;
  readonly note: string;
  readonly log: readonly string[];
  readonly last: string | undefined;
  readonly clocks: Clocks | null;
  readonly presence: BySeat<Presence> | null;
  readonly next: { at: number; ready: Seat[] } | null;
  readonly knocking: KnockSheet | null;
  now(): number;
  readonly asking: Question | null;
  readonly drafting: Draft | null;
  /** The keys of the verbs that may be chosen in advance now, each with its meaning in words. */
  readonly early: Readonly<Record<string, string>>;
  /** The cards of a seat that everybody saw it take and that it still holds. */
  seen(seat: Seat): Card[];
  perform(action: Action): void;
  choose(card: Card): void;
  sort(sorting: Sorting): void;
  shift(by: number): void;
  reach(index: number): void;
  /** Says why something is not possible, at the element that this selector finds on the felt, if one is given. */
  remark(text: string, spot?: string): void;
  openKnock(how: "knock" | "gin"): void;
  ask(question: Question): void;
  speak(text: string): void;
  draft(draft: Draft | null): void;
  put(group: number | null): void;
  ready(): void;
  takeSeat(): void;
  /** Opens the sheet with these parts of the panel, where it does not stand beside the felt. */
  show(what: string): void;
}

const LONG = 10; // letters of a name beside which a narrow plate has no room for a rating

/** The name of a seat, with its rating if there is one. */
export function named({ names, ratings, words }: Scene, seat: Seat): TemplateResult {
  return html`<strong class=${names[seat].length > LONG ? "long" : ""}>${names[seat]}</strong>${ratings[seat]
    ? html` <span class="gt-rating" title=${words.t("label.rating")}>${ratings[seat]}</span>` : nothing}`;
}

/** A text in which every named rule is a link to the rulebook. */
export const cite = (text: string): (string | TemplateResult)[] =>
  text
    .split(/\b([A-Z3]{2,3}-\d+)\b/)
    .map((part, at) =>
      at % 2 ? html`<a class="rule" target="_blank" href="/rules/rulebook/#${part}">${part}</a>` : part,
    );

/** One card of the sprite. It has no text of its own; the text beside it describes it. */
export function drawCard(sprite: string, card: Card | "back"): TemplateResult {
  return html`<svg class="card" viewBox="0 0 100 140" aria-hidden="true" focusable="false"><use
    href="${sprite}#${picture(card)}"></use></svg>`;
}

/** A group of cards laid open, with its text for screen readers. */
export function drawCards(
  scene: { sprite: string; say: Sentences },
  cards: readonly Card[],
  label = "",
): TemplateResult {
  const text = cards.map((card) => scene.say.card(card)).join(", ");
  return html`<span class="laid" role="img"
    aria-label="${label}${label && text ? ": " : ""}${text}">${cards.map((card) =>
      drawCard(scene.sprite, card))}</span>`;
}
