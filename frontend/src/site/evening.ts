/** What the pages of a tournament do in the browser: clocks that run down, marking changes in a form, sharing. */

const SECOND = 1_000;

/** `<time data-until>`: shows the minutes and seconds left; at the end it stays at 0:00. */
function tick(): void {
  document.querySelectorAll<HTMLTimeElement>("time[data-until]").forEach((time) => {
    const left = Math.max(0, Math.round((new Date(time.dateTime).getTime() - Date.now()) / SECOND));
    if (Number.isNaN(left)) return;
    const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    const two = (n: number): string => String(n).padStart(2, "0");
    time.title ||= time.textContent ?? "";
    time.textContent = hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
  });
}

function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  if (!(field instanceof HTMLInputElement)) return false;
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  return field.type !== "hidden" && field.value !== field.defaultValue;
}

/** `form[data-changes]`: its bar names the changed rows; before any change there is nothing to save. */
function watchChanges(form: HTMLFormElement): void {
  const bar = form.querySelector<HTMLElement>(".save-bar");
  const said = bar?.querySelector<HTMLElement>("[role=status]");
  if (!bar || !said) return;
  const say = (): void => {
    const rows = [...form.querySelectorAll<HTMLElement>("[data-row]")].filter((row) =>
      [...row.querySelectorAll("input, select")].some(isChanged),
    );
    said.textContent = rows.length
      ? `${bar.dataset["changed"]} ${rows.map((row) => row.dataset["row"]).join(", ")}.`
      : bar.dataset["nothing"]!;
    bar.classList.toggle("still", !rows.length);
    bar.querySelectorAll("button").forEach((button) => button.toggleAttribute("disabled", !rows.length));
  };
  form.addEventListener("input", say);
  form.addEventListener("reset", () => setTimeout(say));
  if (!form.querySelector(".errorlist")) say();
}

/** Shows a button that shares an address, if the browser can share. */
function offerSharing(): void {
  if (!("share" in navigator)) return;
  document.querySelectorAll<HTMLButtonElement>("button[data-share][hidden]").forEach((button) => {
    button.hidden = false;
    button.addEventListener("click", () => {
      void navigator.share({ title: button.dataset["title"]!, url: button.dataset["share"]! }).catch(() => undefined);
    });
  });
}

export function runEvening(): void {
  document.querySelectorAll<HTMLFormElement>("form[data-changes]").forEach(watchChanges);
  document.addEventListener("htmx:afterSwap", offerSharing);
  offerSharing();
  if (document.querySelector("time[data-until]")) {
    tick();
    setInterval(tick, SECOND);
  }
}
