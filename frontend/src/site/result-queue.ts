/** Results typed faster than they are saved: each line waits until the one before it is saved. None is merged or lost.
 *  Lines that did not reach the site are shown, and sent again when the connection is back. Without this script every
 *  line is a separate form. */

interface Line {
  table: string;
  line: string;
  /** The versions that the page showed when the line was typed, by place: `3:2 4:1`. */
  seen: string;
}
interface Sending {
  requestConfig: { elt: Element; parameters: Record<string, string> };
  successful?: boolean;
  xhr?: XMLHttpRequest;
}
interface Htmx {
  ajax(verb: string, path: string, how: object): Promise<void>;
}
/** What prevents sending: no connection, or an answer that is not the page. */
type Halt = "" | "lost" | "refused";

const FORM = "form.quick";
const RETRY = 5_000;
const KEPT = "undercut.lines.";
const field = (form: Element, name: string): HTMLInputElement | null =>
  form.querySelector<HTMLInputElement>(`input[name=${name}]`);
const quick = (): HTMLFormElement | null => document.querySelector<HTMLFormElement>(FORM);
const seenIn = (form: Element | null): string => (form && field(form, "seen")?.value) ?? "";

let waiting: Line[] = [];
let saving: Line | null = null;
let sentFrom: Element | null = null;
let putRight = 0; // lines that were typed when the answer stood on the page, but was not ready for them
let halt: Halt = "";
let isLeft = false; // to sign in, or to be loaded again: the lines are kept

/** Enter while a line is being saved, or while others wait: this line becomes the last of them. */
function submitted(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  if (!form.matches(FORM)) return;
  const line = field(form, "line"),
    table = field(form, "table"),
    sure = form.querySelector<HTMLElement>("[data-enter-again] [name=sure]");
  // Enter alone, while the asked line is still selected: what is typed anew is not
  const isSelected = !saving && line?.selectionStart === 0 && !!line.selectionEnd;
  const isYes = sure && isSelected && !event.submitter?.matches("[name]");
  if (!(isYes || saving || halt === "lost")) return;
  event.preventDefault();
  event.stopPropagation();
  if (isYes) setTimeout(() => sure.click()); // within a submit a form takes no other
  if (isYes || !line) return;
  const isChosen = table !== null && table.value !== table.defaultValue;
  if (!line.value.trim() && !isChosen) return;
  const typed = { table: isChosen ? table.value : "", line: line.value, seen: seenIn(form) };
  if (halt === "lost" || form === sentFrom) waiting.push(typed);
  else waiting.splice(putRight++, 0, typed);
  line.value = "";
  if (table) table.value = table.defaultValue;
  show();
}

function started(event: Event): void {
  const { elt, parameters } = (event as CustomEvent<Sending>).detail.requestConfig;
  if (!elt.matches(FORM)) return;
  sentFrom = elt;
  saving = { table: parameters["table"] ?? "", line: parameters["line"] ?? "", seen: parameters["seen"] ?? "" };
}

/** A line that did not reach the site becomes the first of those that wait. */
function ended(event: Event): void {
  const { requestConfig, successful, xhr } = (event as CustomEvent<Sending>).detail;
  if (!saving || !requestConfig.elt.matches(FORM) || successful) return;
  const form = quick(),
    kept = form ? field(form, "line") : null;
  if (kept?.value === saving.line) kept.value = "";
  waiting.unshift(saving);
  saving = null;
  halt = !xhr?.status || xhr.status >= 500 ? "lost" : "refused";
  show();
}

/** A line that was refused is selected as soon as it stands on the page, so that typing replaces it: by the time the
 *  answer has settled somebody may have typed. */
function refused(): void {
  const form = saving && quick(),
    line = form && field(form, "line");
  if (line?.value === line?.defaultValue) line?.select();
}

/** The answer is on the page. After a refusal the others wait until the line is corrected. */
function answered(event: Event): void {
  if (!saving || !(event as CustomEvent<Sending>).detail.requestConfig?.elt.matches(FORM)) return;
  saving = null;
  halt = "";
  const form = quick(),
    alert = form?.querySelector("[role=alert]");
  if (form && !alert) noteOwn(form);
  if (putRight || !alert) sendNext();
  putRight = 0;
  const said = document.getElementById("q-said"); // it stays, so it is read out
  if (said) said.textContent = form?.querySelector(".saved")?.textContent ?? "";
  show();
}

/** A person who has saved a place has seen what is there; waiting lines may be about it. */
function noteOwn(form: HTMLFormElement): void {
  const place = form.dataset["saved"],
    now = seenIn(form)
      .split(" ")
      .find((one) => place && one.startsWith(`${place}:`));
  if (!now) return;
  for (const line of waiting)
    line.seen = line.seen
      .split(" ")
      .map((one) => (one.startsWith(`${place}:`) ? now : one))
      .join(" ");
}

function sendNext(): void {
  const form = quick(),
    next = form && !saving ? waiting.shift() : undefined;
  if (!form || !next) return;
  saving = next;
  const values = { line: next.line, table: next.table || (field(form, "table")?.defaultValue ?? ""), seen: next.seen };
  const path = form.getAttribute("hx-post") ?? location.pathname;
  void (window as unknown as { htmx: Htmx }).htmx.ajax("POST", path, {
    source: form,
    target: "#results",
    swap: "outerHTML",
    values,
  });
}

/** The connection may be back. */
function tryAgain(): void {
  if (halt === "lost" && navigator.onLine) sendNext();
}

/** A line with its table, which is part of the line (`7 104-60`) or beside it. */
function inWords({ table, line }: Line): string {
  return /^[\d.]+[:\s]\s*\S/.test(line) ? line : [table, line].filter(Boolean).join(" ");
}

/** Shows which lines wait, beneath the one that is typed. */
function show(): void {
  const box = document.getElementById("q-waiting");
  if (!box) return;
  box.hidden = !waiting.length;
  const said = { "": "said", lost: "lost", refused: "refused" }[halt];
  box.classList.toggle("warning", !!halt);
  box.classList.toggle("notice", !!halt);
  box.textContent = `${box.dataset[said] ?? ""} ${waiting.map(inWords).join(" · ")}`;
}

/** Is a line half typed, or on its way? Then the page must not change. */
export function isTyping(): boolean {
  const form = quick();
  return !!saving || !!(form && field(form, "line")?.value);
}

/** The page is left, to sign in or to reload: lines that are not saved are kept until the person comes back. */
export function keepLines(): void {
  const form = quick(),
    typed = form ? (field(form, "line")?.value ?? "") : "";
  const lines = [...(saving ? [saving] : []), ...waiting];
  if (!saving && typed && form)
    lines.unshift({ table: field(form, "table")?.value ?? "", line: typed, seen: seenIn(form) });
  isLeft = true;
  if (lines.length) sessionStorage.setItem(KEPT + location.pathname, JSON.stringify(lines));
}

/** Lines from before signing in: the first is put in the field, to be checked and sent; the others wait. */
function bringBack(): void {
  const kept = sessionStorage.getItem(KEPT + location.pathname),
    form = quick();
  if (!kept || !form) return;
  sessionStorage.removeItem(KEPT + location.pathname);
  const [first, ...others] = JSON.parse(kept) as Line[];
  const line = field(form, "line"),
    table = field(form, "table");
  if (!first || !line) return;
  line.value = first.line;
  if (table && first.table) table.value = first.table;
  waiting = others;
  line.select();
  show();
}

/** Unsaved lines exist only in this page, so leaving it needs a confirmation. After a refusal the page asks to be
 *  reloaded: then the lines are kept for that. */
function leaving(event: BeforeUnloadEvent): void {
  if (halt === "refused") keepLines();
  const form = quick(),
    typed = form ? field(form, "line")?.value.trim() : "";
  if (!isLeft && (saving || waiting.length || typed)) event.preventDefault();
}

export function queueResults(): void {
  document.addEventListener("submit", submitted, true);
  document.addEventListener("htmx:beforeRequest", started);
  document.addEventListener("htmx:afterRequest", ended);
  document.addEventListener("htmx:afterSwap", refused);
  document.addEventListener("htmx:afterSettle", answered);
  document.addEventListener("htmx:afterSettle", show);
  window.addEventListener("online", tryAgain);
  setInterval(tryAgain, RETRY);
  window.addEventListener("beforeunload", leaving);
  bringBack();
}
