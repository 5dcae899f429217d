/** Create elements by hand, for the chunks beside <gin-table> that do not include Lit. */

export type Inside = HTMLElement | string;

/** An element with these attributes and contents. */
export function el(tag: string, attributes: Record<string, string> = {}, ...inside: Inside[]): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}

/** Write an attribute where it has another value: the same again would have its style looked up again. */
export function change(one: Element, name: string, value: string): void {
  if (one.getAttribute(name) !== value) one.setAttribute(name, value);
}

/** A link from a rule ("IRR-21") or section ("§15") to the rulebook, in another tab. */
export function ruled(name: string): HTMLElement {
  return el(
    "small",
    { class: "rule" },
    el("a", { target: "_blank", href: `/rules/rulebook/#${name.replace("§", "section-")}` }, name),
  );
}

/** A sentence of the page: the text of this element's template of that name. */
export const wordOf = (of: HTMLElement, key: string): string =>
  of.querySelector<HTMLTemplateElement>(`template[data-word="${key}"]`)!.content.textContent ?? "";

/** A button with an action. */
export function button(attributes: Record<string, string>, label: string, act: () => void): HTMLElement {
  const made = el("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", act);
  return made;
}

/** A small button that names its action, for one listener around several buttons. */
export function doer(does: string, label: string): HTMLElement {
  return el("button", { type: "button", class: "button small", "data-does": does }, label);
}
