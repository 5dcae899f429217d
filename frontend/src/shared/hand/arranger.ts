/** The arranger of Conquian: the player rearranges own groups, the card on offer and chosen hand cards (CNQ-8, 11). */

import { html, nothing, type TemplateResult } from "lit";
import { place, short, suit, type Card } from "../cards";
import { drawCard, type Draft, type Scene } from "../table/scene";
import { legal, mayErr, type Action, type View } from "../table-view";

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

/** The engine's command for these groups, if it is one of the lawful ones. */
export function commandOf(view: View, draft: Draft): Action | null {
  const key = (groups: readonly (readonly Card[])[]): string =>
    groups
      .map((group) => [...group].sort().join(""))
      .sort()
      .join("|");
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

/** The command to send now, or the reason why there is none yet. */
export function ready(scene: Scene): { action: Action | null; why: string; label: string } {
  const { view, words, drafting, picked } = scene;
  const label = words.t("arrange.do");
  if (!drafting) return { action: null, why: "", label };
  const no = (key: string, params = {}): { action: null; why: string; label: string } => ({
    action: null,
    why: words.t(key, params),
    label,
  });
  const errs = mayErr(view, drafting.verb); // IRR-44: whatever is put together is laid
  const bad = drafting.groups.findIndex((group) => !holds(group));
  if (bad >= 0 && !errs) return no("why.bad_group", { count: bad + 1 });
  const [loose] = looseOf(view, drafting);
  if (loose) return no(loose === view.centre ? "why.centre_loose" : "why.table_loose", { card: short(loose) });
  const command = commandOf(view, drafting) ?? (errs ? asItLies(view, drafting) : null);
  if (!command) return no("why.bad_table");
  const { throws, ...action } = command;
  if (!throws) return { action, why: "", label };
  const thrown = picked.length === 1 && throws.includes(picked[0]!) ? picked[0]! : null;
  if (!thrown) return no("why.choose_throw");
  return {
    action: { ...action, discard: thrown },
    why: "",
    label: words.t("arrange.do.throw", { card: short(thrown) }),
  };
}

export function arranger(scene: Scene): TemplateResult | typeof nothing {
  const { drafting, words, view } = scene;
  if (!drafting) return nothing;
  const loose = looseOf(view, drafting),
    ways = uses(view, drafting);
  const { action, why, label } = ready(scene);
  return html`<section class="gt-arrange" aria-label=${words.t("arrange.title")}>
    ${ways.length ? html`<div class="gt-uses" role="group" aria-label=${words.t("arrange.uses")}><span
        aria-hidden="true">${words.t("arrange.uses")}</span>${ways.map(({ meld, groups }) => html`<button type="button"
        class="chip-button" aria-pressed=${drafting.groups.some((one) => one.join() === meld.join()) ? "true" : "false"}
        aria-label=${meld.map((card) => scene.say.card(card)).join(", ")}
        @click=${() => scene.draft({ ...drafting, groups })}>${meld.map(short).join(" ")}</button>`)}</div>`
      : html`<p>${words.t(drafting.verb === "cq_use" ? "arrange.text" : "arrange.text.hand")}</p>`}
    <div class="gt-table">
      ${loose.length ? html`<div
        class="gt-meld">${loose.map((card) => pick(scene, card))}<small>${words.t("arrange.loose")}</small></div>`
          : nothing}
      ${drafting.groups.map(
        (
          group,
          at,
        ) => html`<div class="gt-meld ${holds(group) ? "" : "bad"}"><span class="gt-no"
          aria-hidden="true">${at + 1}</span>
        <span class="gt-picks" role="group"
          aria-label=${`${words.t("label.meld", { count: at + 1 })}: ${words.t(holds(group) ? "arrange.valid"
            : "arrange.invalid")}`}>${group.map((card) => pick(scene, card))}</span>
        <small>${words.t(holds(group) ? "arrange.valid" : "arrange.invalid")}</small>
        ${scene.picked.length ? html`<button type="button" class="chip-button"
          @click=${() => scene.put(at)}>${words.t("arrange.here")}</button>` : nothing}</div>`,
      )}
    </div>
    <div class="gt-bar c3" role="group" aria-label=${words.t("label.actions")}>
      ${button(scene, "n", words.t("arrange.new"), scene.picked.length ? "" : words.t("why.choose"), () =>
        scene.put(drafting.groups.length))}
      ${button(scene, "0", words.t("arrange.out"), scene.picked.some((card) => drafting.groups.flat().includes(card))
        ? "" : words.t("why.choose"), () => scene.put(null))}
      ${view.aids?.melds ? button(scene, "w", words.t("arrange.next"), "", () => scene.draft(nextWay(view, drafting)))
        : nothing}
      ${button(scene, "z", words.t("arrange.reset"), "", () => scene.draft(draftOf(view, drafting.verb)))}
      ${button(scene, "q", words.t("arrange.cancel"), "", () => scene.draft(null))}
      ${button(scene, "d", label, why, () => {
        if (action) scene.perform(action);
      })}
    </div>
  </section>`;
}

function button(scene: Scene, key: string, label: string, why: string, act: () => void): TemplateResult {
  const reason = scene.busy ? scene.words.t("why.busy") : why;
  return html`<button type="button" class="gt-verb" data-key=${key} aria-disabled=${reason ? "true" : "false"}
    title=${reason || nothing}
    @click=${() => (reason ? scene.remark(reason) : act())}>${label}${reason
      ? html`<span class="visually-hidden">: ${reason}</span>` : nothing}</button>`;
}

/** A card of the table, or the one on offer: pressed to choose it. */
function pick(scene: Scene, card: Card): TemplateResult {
  return html`<button type="button" class="gt-pick" data-pick=${card}
    aria-pressed=${scene.picked.includes(card) ? "true" : "false"} aria-label=${scene.say.card(card)}
    @click=${() => scene.choose(card)}>${drawCard(scene.sprite, card)}</button>`;
}
