/** Every page's script: live regions that poll, dialogs, questions before a form is sent, the connection notice. */

interface SwapDetail { xhr: XMLHttpRequest; target: Element; shouldSwap: boolean; isError: boolean }

const PERIOD = 10_000;
const SLOW = 400;
const etags = new Map<string, string>();

function regions(): NodeListOf<Element> {
  return document.querySelectorAll('[hx-trigger~="poll"]');
}

/** Fires `poll` on every live region; htmx does the rest. */
function poll(): void {
  if (document.hidden || !navigator.onLine) return;
  regions().forEach((region) => region.dispatchEvent(new CustomEvent("poll")));
}

/** 10 s ± 20 %, so that a hall full of screens does not ask in one breath. */
function keepPolling(): void {
  setTimeout(() => { poll(); keepPolling(); }, PERIOD * (0.8 + 0.4 * Math.random()));
}

function swapOnlyNews(event: Event): void {
  const detail = (event as CustomEvent<SwapDetail>).detail;
  const etag = detail.xhr.getResponseHeader("ETag");
  const id = detail.target.id;
  if (!etag || !id) return;
  if (etags.get(id) === etag) detail.shouldSwap = false;
  else etags.set(id, etag);
}

function busy(event: Event): void {
  const region = event.target as Element;
  const timer = setTimeout(() => region.setAttribute("aria-busy", "true"), SLOW);
  region.addEventListener("htmx:afterRequest", () => { clearTimeout(timer); region.removeAttribute("aria-busy"); }, { once: true });
}

function connection(lost: boolean): void {
  const notice = document.getElementById("offline");
  if (notice) notice.hidden = !lost;
}

function answered(event: Event): void {
  const status = (event as CustomEvent<SwapDetail>).detail.xhr.status;
  connection(status === 0 || status >= 500);
}

function click(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : null;
  const opener = target?.closest<HTMLElement>("[data-dialog]");
  if (opener?.dataset["dialog"]) {
    (document.getElementById(opener.dataset["dialog"]) as HTMLDialogElement | null)?.showModal();
    return;
  }
  if (target?.closest("[data-print]")) window.print();
  target?.closest<HTMLElement>("[data-close]")?.closest("dialog")?.close();
}

function submit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  const question = event.submitter?.dataset["confirm"] ?? form.dataset["confirm"];
  if (question && !window.confirm(question)) event.preventDefault();
}

document.addEventListener("htmx:beforeSwap", swapOnlyNews);
document.addEventListener("htmx:beforeRequest", busy);
document.addEventListener("htmx:afterRequest", answered);
document.addEventListener("click", click);
document.addEventListener("submit", submit, true);
document.addEventListener("visibilitychange", poll);
window.addEventListener("focus", poll);
window.addEventListener("online", () => { connection(false); poll(); });
window.addEventListener("offline", () => connection(true));
connection(!navigator.onLine);
keepPolling();
