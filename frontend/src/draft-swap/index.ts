/** A draft in which two names change places: both are chosen by click, tap or Enter, or one is dragged onto the other
 *  (by finger after a moment's hold, so that the page can be scrolled). The table shows the exchange, and the bar says
 *  what it costs; it is kept, or undone. Without this script the form below does the same. */

interface Htmx {
  ajax(verb: string, path: string, how: object): Promise<void>;
  trigger(elt: Element, event: string): void;
}

const HOLD = 350;
const FAR = 8;
const { htmx } = window as unknown as { htmx: Htmx };
const lines = document.querySelector<HTMLElement>("[data-swap]");
const bar = document.getElementById("swap");

let chosen: HTMLElement | null = null;
let exchanged: readonly [HTMLElement, HTMLElement] | null = null;
let places: (readonly [HTMLElement, HTMLElement])[] = []; // each name, and where it stood before the exchange
let held: { pick: HTMLElement; x: number; y: number; timer: number } | null = null;
let ghost: HTMLElement | null = null;

const pickAt = (x: number, y: number): HTMLElement | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>("button.pick") ?? null;
const press = (pick: HTMLElement, on: boolean): void => pick.setAttribute("aria-pressed", String(on));

function button(name: HTMLElement): void {
  const pick = document.createElement("button");
  pick.type = "button";
  pick.className = "pick";
  pick.dataset["pick"] = name.dataset["pick"]!;
  press(pick, false);
  pick.append(...name.childNodes);
  name.replaceWith(pick);
}

const picks = (): HTMLElement[] => [...lines!.querySelectorAll<HTMLElement>(".pick")];

/** Each name is the last thing at its place: in a cell, or in a line of a larger table. */
function exchange(one: HTMLElement, other: HTMLElement): void {
  const place = one.parentElement!;
  other.parentElement!.append(one);
  place.append(other);
}

/** Who sits at the tables that would be new stands there as it is kept: in some tournaments by rank. */
function order(seats: string[]): void {
  const there = picks().filter((pick) => seats.includes(pick.dataset["pick"]!));
  const free = there.map((pick) => pick.parentElement!);
  there.forEach((pick) => free[seats.indexOf(pick.dataset["pick"]!)]!.append(pick));
}

/** Nothing is chosen any more, and whoever had changed places is back; an answer on its way is not waited for. */
function undo(): void {
  const [one, other] = exchanged ?? [chosen, null];
  htmx.trigger(bar!, "htmx:abort");
  for (const [pick, place] of places) place.append(pick);
  for (const pick of [one, other]) if (pick) press(pick, false);
  chosen = exchanged = null;
  bar?.replaceChildren();
  one?.focus();
}

async function ask(one: HTMLElement, other: HTMLElement): Promise<void> {
  places = picks().map((pick) => [pick, pick.parentElement!] as const);
  exchange(one, other);
  const asked = (exchanged = [one, other] as const);
  chosen = null;
  press(one, true);
  press(other, true);
  const values = { edit: "swap", first: one.dataset["pick"], second: other.dataset["pick"], to_keep: "1" };
  const how = { source: bar, target: bar, swap: "innerHTML", values };
  const isAnswered = await htmx.ajax("GET", lines!.dataset["swap"]!, how).then(
    () => true,
    () => false,
  );
  if (exchanged !== asked) return; // it was undone meanwhile
  if (!isAnswered) return undo();
  if (!bar?.querySelector("[type=submit]")) refused(one, other);
  else order(bar.querySelector<HTMLElement>("[data-seats]")!.dataset["seats"]!.split(" "));
  bar?.querySelector<HTMLElement>("input:not([type=hidden]), button")?.focus({ preventScroll: true });
  bar?.scrollIntoView({ block: "nearest" });
  const bottoms = [one, other].map((pick) => pick.getBoundingClientRect().bottom);
  const covered = Math.max(...bottoms) - bar!.getBoundingClientRect().top;
  if (covered > 0) scrollBy(0, covered + FAR); // both are to be seen above the bar
}

/** The two cannot change places: the bar says why, and the table shows them where they are. */
function refused(one: HTMLElement, other: HTMLElement): void {
  exchange(one, other);
  exchanged = null;
  press(other, false);
  chosen = one;
}

function choose(pick: HTMLElement): void {
  if (exchanged) undo();
  if (chosen === pick) return undo();
  if (chosen) return void ask(chosen, pick);
  chosen = pick;
  press(pick, true);
  const said = document.createElement("p");
  said.className = "notice info";
  said.textContent = `${pick.querySelector("bdi")?.textContent} ${lines!.dataset["chosen"]}`;
  bar?.replaceChildren(said);
}

function lift(): void {
  if (!held) return;
  if (exchanged || chosen) undo();
  ghost = held.pick.cloneNode(true) as HTMLElement;
  ghost.classList.add("ghost");
  document.body.append(ghost);
  carry(held.x, held.y);
}

function carry(x: number, y: number): void {
  if (!ghost) return;
  ghost.style.translate = `calc(${x}px - 50%) calc(${y}px - 50%)`;
  const over = pickAt(x, y);
  for (const pick of picks()) pick.classList.toggle("over", pick === over && pick !== held?.pick);
}

function drop(event: PointerEvent): void {
  const from = held?.pick,
    onto = ghost && event.type === "pointerup" ? pickAt(event.clientX, event.clientY) : null;
  clearTimeout(held?.timer);
  ghost?.remove();
  lines!.querySelectorAll(".over").forEach((pick) => pick.classList.remove("over"));
  held = ghost = null;
  if (from && onto && onto !== from) void ask(from, onto);
}

function down(event: PointerEvent): void {
  const pick = (event.target as Element).closest<HTMLElement>("button.pick");
  if (!pick || event.button) return;
  const timer = event.pointerType === "touch" ? window.setTimeout(lift, HOLD) : 0;
  held = { pick, x: event.clientX, y: event.clientY, timer };
}

function move(event: PointerEvent): void {
  if (!held) return;
  const isFar = Math.hypot(event.clientX - held.x, event.clientY - held.y) > FAR;
  if (!ghost && isFar && event.pointerType === "touch") return drop(event); // the page is scrolled
  if (!ghost && isFar) lift();
  carry(event.clientX, event.clientY);
}

if (lines && bar) {
  lines.querySelectorAll<HTMLElement>("[data-pick]").forEach(button);
  document.getElementById("swap-help")?.removeAttribute("hidden");
  lines.addEventListener("click", (event) => {
    const pick = (event.target as Element).closest<HTMLElement>("button.pick");
    if (pick) choose(pick);
  });
  bar.addEventListener("click", (event) => (event.target as Element).closest("[data-undo]") && undo());
  document.addEventListener("keydown", (event) => event.key === "Escape" && (chosen || exchanged) && undo());
  lines.addEventListener("pointerdown", down);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", drop);
  lines.addEventListener("touchmove", (event) => ghost && event.preventDefault(), { passive: false });
  lines.addEventListener("contextmenu", (event) => held && event.preventDefault());
}

export {}; // a module of its own
