/** Results typed faster than they are saved: each line waits until the one before it is saved. None is merged or
 *  lost. Without this script every line is a form of its own. */

interface Line {
  table: string;
  line: string;
}
interface Sending {
  requestConfig: { elt: Element; parameters: Record<string, string> };
  successful?: boolean;
}
interface Htmx {
  ajax(verb: string, path: string, how: object): Promise<void>;
}

const FORM = "form.quick";
const field = (form: Element, name: string): HTMLInputElement | null =>
  form.querySelector<HTMLInputElement>(`input[name=${name}]`);
const quick = (): HTMLFormElement | null => document.querySelector<HTMLFormElement>(FORM);

let waiting: Line[] = [];
let saving: Line | null = null;
let sentFrom: Element | null = null;
let putRight = 0; // lines that were typed when the answer stood on the page, but was not ready for them

/** Enter while a line is being saved, or while others wait: this line is the last of them. */
function submitted(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  if (!form.matches(FORM) || !saving) return;
  event.preventDefault();
  event.stopPropagation();
  const line = field(form, "line"),
    table = field(form, "table");
  if (!line) return;
  const isChosen = table !== null && table.value !== table.defaultValue;
  if (!line.value.trim() && !isChosen) return;
  const typed = { table: isChosen ? table.value : "", line: line.value };
  if (form === sentFrom) waiting.push(typed);
  else waiting.splice(putRight++, 0, typed);
  line.value = "";
  if (table) table.value = table.defaultValue;
  show();
}

function started(event: Event): void {
  const { elt, parameters } = (event as CustomEvent<Sending>).detail.requestConfig;
  if (!elt.matches(FORM)) return;
  sentFrom = elt;
  saving = { table: parameters["table"] ?? "", line: parameters["line"] ?? "" };
}

/** A line that did not reach the site is the first of those that wait. */
function ended(event: Event): void {
  const { requestConfig, successful } = (event as CustomEvent<Sending>).detail;
  if (!saving || !requestConfig.elt.matches(FORM) || successful) return;
  const form = quick(),
    kept = form ? field(form, "line") : null;
  if (waiting.length || kept?.value !== saving.line) waiting.unshift(saving);
  saving = null;
  show();
}

/** The answer stands on the page. After a refusal the others wait until its line is put right. */
function answered(event: Event): void {
  if (!saving || !(event as CustomEvent<Sending>).detail.requestConfig?.elt.matches(FORM)) return;
  saving = null;
  if (putRight || !quick()?.querySelector("[role=alert]")) sendNext();
  putRight = 0;
  show();
}

function sendNext(): void {
  const form = quick(),
    next = form && !saving ? waiting.shift() : undefined;
  if (!form || !next) return;
  saving = next;
  const values = { line: next.line, table: next.table || (field(form, "table")?.defaultValue ?? "") };
  const path = form.getAttribute("hx-post") ?? location.pathname;
  void (window as unknown as { htmx: Htmx }).htmx.ajax("POST", path, {
    source: form,
    target: "#results",
    swap: "outerHTML",
    values,
  });
}

/** Which lines wait, beneath the one that is typed. */
function show(): void {
  const box = document.getElementById("q-waiting");
  if (!box) return;
  box.hidden = !waiting.length;
  box.textContent = `${box.dataset["said"] ?? ""} ${waiting.map(({ table, line }) =>
    [table, line].filter(Boolean).join(" ")).join(" · ")}`;
}

/** Lines that are not saved yet live in this page alone: whoever leaves it is asked first. */
function leaving(event: BeforeUnloadEvent): void {
  const form = quick(),
    typed = form ? field(form, "line")?.value.trim() : "";
  if (saving || waiting.length || typed) event.preventDefault();
}

export function queueResults(): void {
  document.addEventListener("submit", submitted, true);
  document.addEventListener("htmx:beforeRequest", started);
  document.addEventListener("htmx:afterRequest", ended);
  document.addEventListener("htmx:afterSettle", answered);
  window.addEventListener("online", sendNext);
  window.addEventListener("beforeunload", leaving);
}
