/** Figures that were typed in the results grid and have no field any more, because their round closed: the page shows
 *  them with the way to the correction, so that nothing is lost. */

interface Figure {
  id: string;
  row: string;
  label: string;
  value: string;
  match: string;
}
interface Swap {
  target: Element;
  requestConfig: { elt: Element };
}

let typed: Figure[] = [];
const tidy = (text: string | null | undefined): string => (text ?? "").replace(/\s+/g, " ").trim();

/** Before the grid comes anew: what stands typed in its rows, but for the form that is being answered, and the lines
 *  that wait for their turn. */
function note(event: Event): void {
  const { target, requestConfig } = (event as CustomEvent<Swap>).detail;
  if (target.id !== "results") return;
  typed = [...target.querySelectorAll<HTMLInputElement>("form:not(.quick) input[id]")]
    .filter((field) => field.value && field.value !== field.defaultValue && field.form !== requestConfig.elt)
    .map(figure);
  const waits = document.getElementById("q-waiting");
  if (!waits || waits.hidden) return;
  typed.push({ id: waits.id, row: "", label: "", value: tidy(waits.textContent), match: "" });
}

function figure(field: HTMLInputElement): Figure {
  const row = field.closest("tr:has(> th.lead), article")?.querySelector(":scope > th.lead, :scope > header > h3");
  const label = field.labels?.[0]?.textContent;
  const match = field.form?.querySelector<HTMLInputElement>("input[name=match]")?.value ?? "";
  return { id: field.id, row: tidy(row?.textContent), label: tidy(label), value: field.value, match };
}

/** The grid has come: what has lost its field is shown, one line a row. */
function tell(): void {
  const notice = document.getElementById("not-entered"),
    lost = typed.filter(({ id }) => !document.getElementById(id));
  typed = [];
  if (!notice || !lost.length) return;
  const rows = new Map<string, Figure[]>();
  for (const one of lost) rows.set(one.row, [...(rows.get(one.row) ?? []), one]);
  notice.querySelector("ul")?.append(...[...rows].map(([row, figures]) => line(row, figures)));
  notice.hidden = false;
  notice.scrollIntoView({ block: "nearest" });
}

function line(row: string, figures: readonly Figure[]): HTMLLIElement {
  const item = document.createElement("li"),
    said = document.createElement("strong");
  said.textContent = figures.map(({ label, value }) => [label, value].filter(Boolean).join(": ")).join(", ");
  item.append(row ? `${row}. ` : "", said);
  const match = figures[0]?.match;
  const way = match ? document.querySelector(`#results a[href*="${CSS.escape(match)}/correct"]`) : null;
  if (way) item.append(" ", way.cloneNode(true));
  return item;
}

document.addEventListener("htmx:beforeSwap", note);
document.addEventListener("htmx:afterSwap", tell);
