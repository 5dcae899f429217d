/** The arranger of Conquian: the player rearranges own groups, the card on offer and chosen hand cards (CNQ-8, 11). */

import { html, nothing, type TemplateResult } from "lit";
import { place, short, suit, type Card } from "../cards";
import { drawCard, type Draft, type Scene } from "../table/scene";
import { legal, may, mayErr, type Action, type View } from "../table-view";

/** The groups before anything is moved. */
export function draftOf(view: View, verb: string): Draft {
  const own = (view.table ?? []).filter((meld) => view.seat && meld.laid[view.seat].length);
  return { verb, groups: own.map((meld) => [...meld.cards]) };
}

/** The groups after the cards are put on a group (a number past the last: a new one; null: taken out of all). */
export function put(draft: Draft, cards: readonly Card[], to: number | null): Draft {
  const groups = draft.groups.map((group) => group.filter((card) => !cards.includes(card)));
  if (to !== null) groups[to] = [...(groups[to] ?? []), ...cards];
  return { ...draft, groups: groups.filter((group) => group.length).map(inOrder) };
}

function inOrder(group: readonly Card[]): Card[] {
  return [...group].sort((a, b) => place(a) - place(b) || suit(a).localeCompare(suit(b)));
}

/** CNQ-4: three or four of a rank, or three to eight in order in one suit. */
export function holds(group: readonly Card[]): boolean {
  const places = group.map(place).sort((a, b) => a - b);
  if (places.every((one) => one === places[0])) return group.length === 3 || group.length === 4;
  return (
    group.length >= 3 &&
    group.length <= 8 &&
    new Set(group.map(suit)).size === 1 &&
    places.every((one, i) => one === places[0]! + i)
  );
}

/** The same for the same groups in any order. */
const key = (groups: readonly (readonly Card[])[]): string =>
  groups
    .map((group) => [...group].sort().join(""))
    .sort()
    .join("|");

/** The engine's command for these groups, if it is one of the lawful ones. */
export function commandOf(view: View, draft: Draft): Action | null {
  const wanted = key(draft.groups);
  return legal(view, draft.verb).find((action) => key(action.table ?? []) === wanted) ?? null;
}

/** IRR-44: the command for these groups although they are impossible. */
function asItLies(view: View, draft: Draft): Action {
  const down = draft.groups.flat();
  const throws = (view.hand ?? []).filter((card) => !down.includes(card));
  return { do: draft.verb, table: draft.groups.map((group) => [...group]), ...(down.length < 11 ? { throws } : {}) };
}

/** The next of the lawful ways after the one shown, for players with aids. */
export function nextWay(view: View, draft: Draft): Draft {
  const ways = legal(view, draft.verb);
  const shown = commandOf(view, draft);
  const next = ways[(shown ? ways.indexOf(shown) + 1 : 0) % ways.length];
  return next?.table ? { ...draft, groups: next.table.map(inOrder) } : draft;
}

/** The groups that lie ready by themselves when the card on offer can be used, for players with aids. */
export const offered = (view: View): Draft | null =>
  view.aids?.melds && legal(view, "cq_use").length ? opened(view, "cq_use") : null;

/** The groups with which the arranger opens: the first lawful way, for players with aids; else as they lie. */
export function opened(view: View, verb: string): Draft {
  const draft = draftOf(view, verb);
  return view.aids?.melds && legal(view, verb).length ? nextWay(view, draft) : draft;
}

const MOST_USES = 6; // ways that are offered as chips; all others come one after the other

/** The melds that the card on offer makes, each with the first way in which it makes it. */
export function uses(view: View, draft: Draft): { meld: Card[]; groups: Card[][] }[] {
  const found = new Map<string, { meld: Card[]; groups: Card[][] }>();
  if (!view.aids?.melds || draft.verb !== "cq_use") return [];
  for (const { table } of legal(view, draft.verb)) {
    const groups = (table ?? []).map(inOrder),
      meld = groups.find((group) => group.includes(view.centre ?? ""));
    if (meld && !found.has(meld.join())) found.set(meld.join(), { meld, groups });
  }
  return [...found.values()].slice(0, MOST_USES);
}

/** Cards that must still be put on a group: the card on offer, and own cards taken out of their groups. */
export function looseOf(view: View, draft: Draft): Card[] {
  const own = (view.table ?? []).flatMap((meld) => (view.seat ? meld.laid[view.seat] : []));
  const offered = draft.verb === "cq_use" && view.centre ? [view.centre] : [];
  return [...offered, ...own].filter((card) => !draft.groups.flat().includes(card));
}

/** The command to send now, or the reason why there is none yet; `fits` if all but the card to throw is there. */
export interface Ready {
  action: Action | null;
  why: string;
  label: string;
  fits: boolean;
}

export function ready(scene: Scene): Ready {
  const { view, words, drafting, picked } = scene;
  const found = (action: Action | null, why = "", label = words.t("arrange.do"), fits = !why): Ready =>
    ({ action, why, label, fits });
  if (!drafting) return found(null);
  const errs = mayErr(view, drafting.verb); // IRR-44: whatever is put together is laid
  const bad = drafting.groups.findIndex((group) => !holds(group));
  if (bad >= 0 && !errs) return found(null, words.t("why.bad_group", { count: bad + 1 }));
  const [loose] = looseOf(view, drafting);
  if (loose)
    return found(null, words.t(loose === view.centre ? "why.centre_loose" : "why.table_loose", { card: short(loose) }));
  const command = commandOf(view, drafting) ?? (errs ? asItLies(view, drafting) : null);
  if (!command) return found(null, words.t(drafting.verb === "cq_use" ? "why.bad_table" : "arrange.text.hand"));
  const { throws, ...action } = command;
  if (!throws) return found(action);
  const discard = picked.length === 1 && throws.find((card) => card === picked[0]);
  if (!discard) return found(null, words.t("why.choose_throw"), undefined, true);
  return found({ ...action, discard }, "", words.t("arrange.do.throw", { card: short(discard) }));
}

/** The groups, the ways as chips, and what is done with a chosen card; the verbs are in the bar. */
export function arranger(scene: Scene): TemplateResult | null {
  const { drafting, words, view, picked } = scene;
  if (!drafting) return null;
  const isFree = !view.aids?.melds || mayErr(view, drafting.verb), // else only what holds is offered
    loose = looseOf(view, drafting),
    ways = uses(view, drafting),
    { groups } = drafting,
    can = (group: readonly Card[]): boolean => isFree || holds(group);
  return html`<section class="gt-arrange" aria-label=${words.t("arrange.title")}>
    <div class="gt-uses">
      ${loose.length ? html`<div
        class="gt-meld bad">${loose.map((card) => pick(scene, card))}<small>${words.t("arrange.loose")}</small></div>`
          : nothing}
      ${groups.map((group, at) => {
        const says = words.t(holds(group) ? "arrange.valid" : "arrange.invalid"),
          more = picked.filter((card) => !group.includes(card));
        return html`<div class="gt-meld ${holds(group) ? "" : "bad"}"><span class="gt-no"
          aria-hidden="true">${at + 1}</span>
        <span class="gt-picks" role="group"
          aria-label="${words.t("label.meld", { count: at + 1 })}: ${says}">${group.map((card) =>
            pick(scene, card))}</span>
        <small>${says}</small>
        ${more.length && can([...group, ...more]) ? html`<button type="button" class="chip-button"
          @click=${() => scene.put(at)}>${words.t("arrange.here")}</button>` : nothing}</div>`;
      })}
    </div>
    <div class="gt-uses">
      ${picked.length && can(picked) ? tool(scene, "n", "new", () => scene.put(groups.length)) : nothing}
      ${picked.some((card) => groups.flat().includes(card)) ? tool(scene, "0", "out", () => scene.put(null)) : nothing}
      ${view.aids?.melds && legal(view, drafting.verb).length > Math.max(1, ways.length)
        ? tool(scene, "w", "next", () => scene.draft(nextWay(view, drafting))) : nothing}
      ${commandOf(view, drafting) ? nothing
        : tool(scene, "z", "reset", () => scene.draft(opened(view, drafting.verb)))}
      ${drafting.verb === "cq_use" && !may(view, "cq_hand") && !may(view, "cq_fold") ? nothing
        : tool(scene, "q", "cancel", () => scene.draft(null))}
    </div>
    ${ways.length > 1 ? html`<div class="gt-uses" role="group" aria-label=${words.t("arrange.uses")}><span
        aria-hidden="true">${words.t("arrange.uses")}</span>${ways.map((way) => html`<button type="button"
        class="chip-button" data-way=${key(way.groups)}
        aria-pressed=${groups.some((one) => one.join() === way.meld.join()) ? "true" : "false"}
        aria-label=${way.meld.map((card) => scene.say.card(card)).join(", ")}
        @click=${() =>
          scene.draft({ ...drafting, groups: way.groups })}>${way.meld.map(short).join(" ")}</button>`)}</div>`
      : nothing}
  </section>`;
}

const tool = (scene: Scene, key: string, name: string, act: () => void): TemplateResult =>
  html`<button type="button" class="gt-verb" data-key=${key} aria-disabled="false"
    @click=${act}>${scene.words.t(`arrange.${name}`)}</button>`;

/** A card of the table, or the one on offer: pressed to choose it. */
function pick(scene: Scene, card: Card): TemplateResult {
  return html`<button type="button" class="gt-pick" data-pick=${card}
    aria-pressed=${scene.picked.includes(card) ? "true" : "false"} aria-label=${scene.say.card(card)}
    @click=${() => scene.choose(card)}>${drawCard(scene.sprite, card)}</button>`;
}
