/** The tie-breaks of a new tournament as an ordered list with the sentence of each: up, down, away, one more. Without
 *  this script they stay a line of keys. The line is empty, "the usual ones", until somebody changes the order. */

const LOT = "LOT"; // always last

interface Words {
  name: string;
  says: string;
}

/** The words of all tie-breaks, as the page tells them under the field. */
function words(field: Element): Map<string, Words> {
  const found = new Map<string, Words>();
  field.querySelectorAll(".tie-words dl > div").forEach((one) => {
    const [term, says] = [one.querySelector("dt"), one.querySelector("dd")];
    const key = term?.querySelector("code")?.textContent ?? "";
    found.set(key, { name: (term?.textContent ?? "").replace(key, "").trim(), says: says?.textContent ?? "" });
  });
  return found;
}

const keysOf = (line: string): string[] => line.split(",").map((key) => key.trim().toUpperCase()).filter(Boolean);

/** A move of one key by some places; the lot stays last. */
function moved(keys: readonly string[], key: string, by: number): string[] {
  const [from, left] = [keys.indexOf(key), keys.filter((one) => one !== key)];
  left.splice(Math.max(0, from + by), 0, key);
  return inOrder(left);
}

/** These keys, each once, with the lot last. */
function inOrder(keys: readonly string[]): string[] {
  const once = [...new Set(keys)];
  return [...once.filter((key) => key !== LOT), ...once.filter((key) => key === LOT)];
}

function usual(input: HTMLInputElement): string[] {
  const known = JSON.parse(input.dataset["usual"]!) as Record<string, string[]>;
  const system = input.form?.elements.namedItem("system") as HTMLSelectElement | null;
  return known[system?.value ?? ""] ?? Object.values(known)[0] ?? [];
}

function button(said: string, sign: string, act: () => void, isOff = false): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "button small quiet";
  made.textContent = sign;
  made.disabled = isOff;
  made.onclick = act;
  made.setAttribute("aria-label", said);
  return made;
}

function draw(input: HTMLInputElement, place: HTMLElement, focus = ""): void {
  const told = words(input.closest(".field")!), said = input.dataset, keys = keysOf(input.value);
  const shown = keys.length ? keys : usual(input);
  const set = (next: string[], then: string): void => {
    input.value = next.join(", ");
    input.dispatchEvent(new Event("change", { bubbles: true }));
    draw(input, place, then);
  };
  const list = document.createElement("ol");
  shown.forEach((key, at) => {
    const { name, says } = told.get(key) ?? { name: key, says: "" }, row = document.createElement("li");
    const [text, strong, small] = ["span", "strong", "small"].map((tag) => document.createElement(tag)) as
      [HTMLElement, HTMLElement, HTMLElement];
    strong.textContent = name;
    small.textContent = says;
    text.append(strong, " ", small);
    const last = shown.filter((one) => one !== LOT).length - 1;
    const [isLot, others] = [key === LOT, shown.filter((one) => one !== key)];
    const up = button(`${said["up"]}: ${name}`, "↑", () => set(moved(shown, key, -1), `up ${key}`), isLot || !at);
    const down = button(`${said["down"]}: ${name}`, "↓", () => set(moved(shown, key, 1), `down ${key}`), at >= last);
    const away = button(`${said["away"]}: ${name}`, "×", () => set(others, "add"), !others.length);
    [up, down, away].forEach((one, n) => (one.dataset["at"] = `${["up", "down", "away"][n]} ${key}`));
    row.append(text, up, down, away);
    list.append(row);
  });
  const more = document.createElement("select");
  more.setAttribute("aria-label", said["add"]!);
  more.dataset["at"] = "add";
  more.append(new Option(said["add"], ""));
  (JSON.parse(said["usable"]!) as string[])
    .filter((key) => !shown.includes(key))
    .forEach((key) => more.append(new Option(told.get(key)?.name ?? key, key)));
  more.onchange = (): void => set(inOrder([...shown, more.value]), `up ${more.value}`);
  place.replaceChildren(list, more);
  const [verb, key] = focus.split(" ");
  const wished = [focus, `${verb === "up" ? "down" : "up"} ${key}`, "add"];
  const found = wished.map((one) => place.querySelector<HTMLButtonElement>(`[data-at="${one}"]:not(:disabled)`));
  if (focus) found.find(Boolean)?.focus();
}

/** Make a list of every line of tie-breaks that is not one yet. */
function orderTieBreaks(): void {
  document.querySelectorAll<HTMLInputElement>("input[data-usable]").forEach((input) => {
    const made = input.nextElementSibling;
    if (made instanceof HTMLElement && made.classList.contains("tie-order")) return;
    const place = document.createElement("div");
    place.className = "tie-order";
    place.setAttribute("role", "group");
    place.setAttribute("aria-label", input.labels?.[0]?.textContent ?? "");
    input.hidden = true;
    input.after(place);
    draw(input, place);
    const help = input.closest(".field")?.querySelector<HTMLElement>(".helptext"); // how to type them
    if (help) help.hidden = true;
    const system = input.form?.elements.namedItem("system");
    if (system instanceof HTMLSelectElement)
      system.addEventListener("change", () => {
        if (!keysOf(input.value).length) draw(input, place);
      });
  });
}

document.addEventListener("htmx:oobAfterSwap", orderTieBreaks);
orderTieBreaks();
