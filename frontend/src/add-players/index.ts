/** The field that enters players: it grows with a pasted list, Enter sends a single line, arrows go through the
 *  members that are suggested. Without this script it is a field of several lines with a button. */

const MOST_ROWS = 10;
const field = document.querySelector<HTMLTextAreaElement>("textarea[data-one-line]");
const found = document.getElementById("found");

const suggestions = (): HTMLButtonElement[] => [
  ...(found?.querySelectorAll<HTMLButtonElement>(".suggestions button") ?? []),
];

function grow(): void {
  if (field) field.rows = Math.min(MOST_ROWS, field.value.split("\n").length);
}

/** Enter in a single line sends it; in a list, or with Shift, it begins the next line. */
function typed(event: KeyboardEvent): void {
  if (!field || event.isComposing) return;
  const isList = field.value.trim().includes("\n");
  if (event.key === "Enter" && !event.shiftKey && !isList) {
    event.preventDefault();
    if (field.value.trim()) field.form?.requestSubmit();
  }
  if (event.key === "ArrowDown" && !isList && suggestions().length) {
    event.preventDefault();
    suggestions()[0]!.focus();
  }
}

function walk(event: KeyboardEvent): void {
  const all = suggestions(),
    at = all.indexOf(event.target as HTMLButtonElement);
  if (at < 0) return;
  const to = { ArrowDown: all[at + 1], ArrowUp: all[at - 1] ?? field, Escape: field }[event.key];
  if (!to) return;
  event.preventDefault();
  to.focus();
}

/** `button[data-lines]` of a list: as many lines as are entered once those that are ticked as doubles are left out. */
function countLines(): void {
  const button = document.querySelector<HTMLButtonElement>("button[data-lines]");
  if (!button) return;
  const n = Number(button.dataset["lines"]) - document.querySelectorAll("input[data-less]:checked").length;
  const { none, one, more } = button.dataset;
  button.textContent = (n > 1 ? more! : n ? one! : none!).replace("{n}", String(n));
}

document.addEventListener("change", countLines);
field?.addEventListener("input", grow);
field?.addEventListener("keydown", typed);
found?.addEventListener("keydown", walk);
grow();

export {}; // a module of its own
