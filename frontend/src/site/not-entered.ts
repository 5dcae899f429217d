/** Figures that were typed and have no field any more, because their round closed: the page shows them with the way to
 *  the correction, so that nothing is lost. */

const NOTICE = "not-entered";

/** What was typed in one field: the name of its row, the field's own name, and the match that the row is about. */
export interface Figure {
  row: string;
  label: string;
  value: string;
  match: string;
}

/** What a field of the results grid says, while it is still there. */
export function figureOf(field: HTMLInputElement): Figure {
  const row = field.closest("tr:has(> th.lead), article");
  const named = row?.querySelector(":scope > th.lead, :scope > header > h3")?.textContent ?? "";
  const label = document.querySelector(`label[for="${CSS.escape(field.id)}"]`)?.textContent ?? "";
  const match = field.form?.querySelector<HTMLInputElement>("input[name=match]")?.value ?? "";
  return { row: tidy(named), label: tidy(label), value: field.value, match };
}

/** Shows the figures that have lost their fields, one line a row. */
export function tellNotEntered(lost: readonly Figure[]): void {
  const notice = document.getElementById(NOTICE),
    list = notice?.querySelector("ul");
  if (!notice || !list || !lost.length) return;
  const rows = new Map<string, Figure[]>();
  for (const one of lost) rows.set(one.row, [...(rows.get(one.row) ?? []), one]);
  list.append(...[...rows].map(([row, figures]) => line(row, figures)));
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

const tidy = (text: string): string => text.replace(/\s+/g, " ").trim();
