/** The script of every page: live regions that poll, dialogs, confirmations before a form is sent, the connection
 *  notice. */

import { runEvening } from "./evening";
import { isTyping, keepLines, queueResults } from "./result-queue";
import { runTabs } from "./tabs";

interface SwapDetail {
  xhr: XMLHttpRequest;
  target: Element;
  shouldSwap: boolean;
  isError: boolean;
  requestConfig: { elt: Element; verb?: string; triggeringEvent?: Event };
}

const PERIOD = 10_000;
const SLOW = 400;
const etags = new Map<string, string>();

function regions(): NodeListOf<Element> {
  return document.querySelectorAll('[hx-trigger~="poll"]');
}

/** Is a menu of the region open, so that somebody may be choosing or typing there? */
function isInUse(region: Element): boolean {
  return [...region.querySelectorAll("[popover]")].some((menu) => menu.matches(":popover-open"));
}

/** Fires `poll` on every live region in which no menu is open; htmx does the rest. */
function poll(): void {
  if (document.hidden || !navigator.onLine) return;
  regions().forEach((region) => isInUse(region) || region.dispatchEvent(new CustomEvent("poll")));
}

/** 10 s ± 20 %, so that a hall full of screens does not ask all at once. */
function keepPolling(): void {
  setTimeout(
    () => {
      poll();
      keepPolling();
    },
    PERIOD * (0.8 + 0.4 * Math.random()),
  );
}

function swapOnlyNews(event: Event): void {
  const detail = (event as CustomEvent<SwapDetail>).detail;
  const etag = detail.xhr.getResponseHeader("ETag");
  const id = detail.target.id;
  if (!etag || !id) return;
  if (etags.get(id) === etag) detail.shouldSwap = false;
  else etags.set(id, etag);
}

/** A region that refreshes itself waits while somebody types or sends there: the form's answer comes first, and nothing
 *  changes while they type. An answer on its way to the region would replace the form's. */
function waitForTheForm(event: Event): void {
  const { elt } = (event as CustomEvent<SwapDetail>).detail.requestConfig;
  if (elt instanceof HTMLFormElement) {
    const region = elt.closest('[hx-trigger^="every"]');
    if (region) region.dispatchEvent(new CustomEvent("htmx:abort", { bubbles: true, detail: { elt: region } }));
    return;
  }
  const isTaken = elt.querySelector(".htmx-request") || isInUse(elt) || isTyping() || unsent.size;
  if (elt.matches('[hx-trigger^="every"]') && isTaken) event.preventDefault();
}

const FIELDS = "undercut.fields.";

/** The whole page is left, as to sign in, or loaded again: what is typed and not sent is restored afterwards. */
function keepForReturn(event: Event): void {
  const { xhr } = (event as CustomEvent<SwapDetail>).detail;
  if (!["HX-Redirect", "HX-Refresh"].some((name) => xhr.getResponseHeader(name))) return;
  keepLines();
  const changed = fields(document.body)
    .filter((field) => !["hidden", "password"].includes(field.type) && !field.closest("form.quick"))
    .filter((field) => field.value !== valueAtFirst(field));
  if (!changed.length) return;
  const kept = changed.map((field) => [field.id, field.value]);
  sessionStorage.setItem(FIELDS + location.pathname, JSON.stringify(kept));
}

function bringFieldsBack(): void {
  const kept = sessionStorage.getItem(FIELDS + location.pathname);
  if (!kept) return;
  sessionStorage.removeItem(FIELDS + location.pathname);
  typed = (JSON.parse(kept) as [string, string][]).map(([id, value]) => [id, value, false]);
  typeAgain();
}

type Field = HTMLInputElement | HTMLSelectElement;

let typed: [id: string, value: string, ahead: boolean][] = [];
let unfolded: string[] = [];
let writing = ""; // the id of the field
const sentBy = new WeakMap<Element, Map<string, string>>();
const fields = (within: Element): Field[] => [...within.querySelectorAll<Field>("input[id], select[id]")];
const folds = (within: ParentNode): HTMLDetailsElement[] => [...within.querySelectorAll("details")];
const headOf = (fold: HTMLDetailsElement): string => fold.querySelector("summary")?.textContent ?? "";

/** The value that a field has when its page arrives. */
function valueAtFirst(field: Field): string {
  if (field instanceof HTMLInputElement) return field.defaultValue;
  return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value ?? "";
}

/** A form is on its way: its line is selected, so that typing starts the next line. */
function noteSent(event: Event): void {
  const { elt, triggeringEvent } = (event as CustomEvent<SwapDetail>).detail.requestConfig;
  if (!(elt instanceof HTMLFormElement) || triggeringEvent?.type !== "submit") return;
  sentBy.set(elt, new Map(fields(elt).map((field) => [field.id, field.value])));
  const line = document.activeElement;
  if (line instanceof HTMLInputElement && elt.contains(line)) line.select();
}

/** Unsent values in the fields of a region: a row typed while another is being saved, or while the region polls, and
 *  the next line, typed in the field of the last one. A fold stays open, unless its own form was sent. */
function keepTyped(event: Event): void {
  const { target, requestConfig } = (event as CustomEvent<SwapDetail>).detail;
  const sent = sentBy.get(requestConfig.elt);
  typed = fields(target)
    .filter((field) => field.value !== (sent?.get(field.id) ?? valueAtFirst(field)))
    .map((field) => [field.id, field.value, !!sent?.has(field.id)]);
  unfolded = folds(target)
    .filter((fold) => fold.open && !fold.contains(requestConfig.elt))
    .map(headOf);
  const field = document.activeElement;
  writing = requestConfig.elt === target && field?.matches("input, select") && target.contains(field) ? field.id : "";
}

/** A line that the server refused stays, so that it can be corrected; what was typed ahead does not replace it. */
function typeAgain(): void {
  folds(document)
    .filter((fold) => unfolded.includes(headOf(fold)))
    .forEach((fold) => (fold.open = true));
  for (const [id, value, ahead] of typed) {
    const field = document.getElementById(id) as Field | null;
    if (field && "value" in field && field.value === valueAtFirst(field) && !(ahead && field.value))
      field.value = value;
  }
  [typed, unfolded] = [[], []];
  writeOn();
}

/** Who writes in a region that came anew writes on in the same field: htmx cannot give the focus to one in a closed
 *  fold, and gives it to the field that a page begins with. */
function writeOn(): void {
  if (writing) document.getElementById(writing)?.focus({ preventScroll: true });
}

/** A list of choices that arrives anew keeps a choice made while it was on its way, if it still has it. */
function keepChosen(event: Event): void {
  const { target, fragment } = (event as CustomEvent<{ target: Element; fragment: DocumentFragment }>).detail;
  const list = fragment.querySelector("select");
  if (!list || !(target instanceof HTMLSelectElement)) return;
  if ([...list.options].some((option) => option.value === target.value)) list.value = target.value;
}

function busy(event: Event): void {
  const region = event.target as Element;
  const timer = setTimeout(() => region.setAttribute("aria-busy", "true"), SLOW);
  region.addEventListener(
    "htmx:afterRequest",
    () => {
      clearTimeout(timer);
      region.removeAttribute("aria-busy");
    },
    { once: true },
  );
}

function connection(lost: boolean): void {
  const notice = document.getElementById("offline");
  if (!notice) return;
  notice.hidden = !lost;
  const unsaved = notice.querySelector<HTMLElement>("[data-unsaved]");
  if (unsaved) unsaved.hidden = !unsent.size;
}

/** Forms that did not reach the site, with the button that sent each. They are sent again when the connection is back;
 *  their version keeps a form that is sent twice from counting twice. */
const unsent = new Map<HTMLFormElement, HTMLElement | null>();

function noteUnsent({ elt, triggeringEvent }: SwapDetail["requestConfig"], status: number): void {
  if (!(elt instanceof HTMLFormElement) || elt.matches("form.quick")) return;
  if (status) unsent.delete(elt);
  else if (elt.querySelector("input[name=version]"))
    unsent.set(elt, (triggeringEvent as SubmitEvent | undefined)?.submitter ?? null);
}

function sendAgain(): void {
  const [form, button] = [...unsent][0] ?? [];
  if (form?.isConnected && navigator.onLine) form.requestSubmit(button);
  else if (form && !form.isConnected) unsent.delete(form);
}

function answered(event: Event): void {
  const { xhr, requestConfig } = (event as CustomEvent<SwapDetail>).detail,
    status = xhr.status;
  noteUnsent(requestConfig, status);
  connection(status === 0 || status >= 500);
}

/** Copies an address to the clipboard; on a page without one (plain http) it is copied as selected text. It says when
 *  that is done. */
async function copy(button: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(button.dataset["copy"]!);
  } catch {
    getSelection()?.selectAllChildren(button.previousElementSibling!);
    if (!document.execCommand("copy")) return;
  }
  const said = button.nextElementSibling as HTMLElement;
  said.textContent = said.dataset["done"]!;
}

function click(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : null;
  const opener = target?.closest<HTMLElement>("[data-dialog]");
  if (opener?.dataset["dialog"]) {
    (document.getElementById(opener.dataset["dialog"]) as HTMLDialogElement | null)?.showModal();
    return;
  }
  const ruled = target?.closest<HTMLAnchorElement>("a[data-choice]"); // to the page of what is chosen in a list
  if (ruled)
    ruled.href = `${ruled.dataset["under"]}${(document.getElementById(ruled.dataset["choice"]!) as
      HTMLSelectElement).value}/`;
  const copies = target?.closest<HTMLElement>("[data-copy]");
  if (copies) void copy(copies);
  if (target?.closest("[data-print]")) window.print();
  target?.closest<HTMLElement>("[data-close]")?.closest("dialog")?.close();
}

/** The browser supplied no passkey: the finger was not recognised, or the window was closed. */
function noPasskey(): void {
  const said = document.getElementById("passkey-failed");
  if (said) said.hidden = false;
}

function submit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  const question = event.submitter?.dataset["confirm"] ?? form.dataset["confirm"];
  if (!question || window.confirm(question.trim().replace(/\s+/g, " "))) return;
  event.preventDefault();
  event.stopPropagation();
}

/** What the page said when it came is about what was done before: an answer to a form takes its place. */
function forgetWords(event: Event): void {
  const { verb } = (event as CustomEvent<SwapDetail>).detail.requestConfig;
  if (verb !== "get") document.querySelector("#main > .messages")?.remove();
}

/** Adds the reader's own time beside a time of another zone. */
function ownTimes(): void {
  const lang = document.documentElement.lang || "en";
  document.querySelectorAll<HTMLTimeElement>("time[data-zone]:not([data-own])").forEach((time) => {
    time.dataset["own"] = "";
    const at = new Date(time.dateTime);
    const said = (timeZone?: string): string =>
      at.toLocaleString(lang, { timeZone, weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    if (Number.isNaN(at.getTime()) || said() === said(time.dataset["zone"])) return;
    const own = document.createElement("span");
    own.className = "own-time";
    own.textContent = ` (${said()} ${time.dataset["here"] ?? ""})`;
    time.after(own);
  });
}

/** Preselects the browser's zone, if the list has it and nobody has chosen one yet. */
function chooseOwnZone(): void {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  document.querySelectorAll<HTMLSelectElement>("select[data-own-zone]").forEach((list) => {
    if ([...list.options].some((option) => option.value === own)) list.value = own;
  });
}

/** Fetches what the next page needs, a moment after this one is there. */
function fetchAhead(): void {
  document.querySelectorAll<HTMLLinkElement>("link[rel=later]").forEach((link) => (link.rel = "prefetch"));
}

document.addEventListener("htmx:beforeSwap", swapOnlyNews);
document.addEventListener("htmx:beforeSwap", keepTyped);
document.addEventListener("htmx:afterSwap", typeAgain);
document.addEventListener("htmx:afterSwap", forgetWords);
document.addEventListener("htmx:afterSettle", writeOn);
document.addEventListener("htmx:oobBeforeSwap", keepChosen);
document.addEventListener("htmx:afterSwap", ownTimes);
document.addEventListener("htmx:beforeRequest", waitForTheForm);
document.addEventListener("htmx:beforeRequest", noteSent);
document.addEventListener("htmx:beforeOnLoad", keepForReturn);
document.addEventListener("htmx:beforeRequest", busy);
document.addEventListener("htmx:afterRequest", answered);
document.addEventListener("click", click);
document.addEventListener("submit", submit, true);
document.addEventListener("allauth.error", noPasskey);
queueResults();
bringFieldsBack();
runEvening();
runTabs();
document.addEventListener("visibilitychange", poll);
window.addEventListener("focus", poll);
window.addEventListener("online", () => {
  connection(false);
  poll();
  sendAgain();
});
window.addEventListener("offline", () => connection(true));
connection(!navigator.onLine);
keepPolling();
setInterval(sendAgain, PERIOD / 2);
ownTimes();
chooseOwnZone();
window.addEventListener("load", () => setTimeout(fetchAhead, SLOW));
