/** The options of a tournament or a stage: one that has no effect by another is not shown, and what is typed or chosen
 *  while the options of another format are on their way stays. */

type Control = HTMLInputElement | HTMLSelectElement;
const controls = (within: ParentNode): NodeListOf<Control> => within.querySelectorAll<Control>("input[id], select[id]");
const valueOf = (one: Control): string =>
  one instanceof HTMLInputElement && one.type === "checkbox" ? String(one.checked) : one.value;

/** Has an option an effect by what it needs, and that one by what it needs itself? */
function applies(one: Control): boolean {
  const needed = one.form?.elements.namedItem(one.dataset["needs"] ?? "") as Control | null;
  if (!needed) return true;
  const at = one.dataset["at"] ? one.dataset["at"].split(" ") : null;
  const least = "min" in needed ? needed.min : "";
  const isOn = at ? at.includes(needed.value) : !["", least, "false"].includes(valueOf(needed));
  return isOn && applies(needed);
}

function show(): void {
  document.querySelectorAll<Control>("[data-needs]").forEach((one) => {
    const field = one.closest<HTMLElement>(".field");
    if (field) field.hidden = !applies(one);
    const part = one.closest("fieldset");
    if (part) part.hidden = !part.querySelector(".field:not([hidden])");
  });
}

let sent = new Map<string, string>();

function noteSent(event: Event): void {
  const form = (event.target as Element).closest("form.new-form");
  if (form) sent = new Map([...controls(form)].map((one) => [one.id, valueOf(one)]));
}

function keepNew(event: Event): void {
  const { target, fragment } = (event as CustomEvent<{ target: Element; fragment: DocumentFragment }>).detail;
  if (!target.id.endsWith("-options")) return;
  for (const one of controls(target)) {
    const next = fragment.querySelector<Control>(`#${one.id}`);
    if (!next || sent.get(one.id) === valueOf(one)) continue;
    if (next instanceof HTMLInputElement && next.type === "checkbox") next.checked = (one as HTMLInputElement).checked;
    else if (next instanceof HTMLInputElement || [...next.options].some(({ value }) => value === one.value))
      next.value = one.value;
  }
}

/** A value that the page proposes for one of the options. */
function propose({ target }: MouseEvent): void {
  const button = (target as Element).closest<HTMLElement>("[data-set]"),
    field = button?.closest("form")?.elements.namedItem(button.dataset["set"]!);
  if (!button || !(field instanceof HTMLInputElement)) return;
  field.value = button.dataset["value"]!;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

document.addEventListener("click", propose);
document.addEventListener("htmx:beforeRequest", noteSent);
document.addEventListener("htmx:oobBeforeSwap", keepNew);
document.addEventListener("htmx:oobAfterSwap", show);
document.addEventListener("input", show);
document.addEventListener("change", show);
show();
