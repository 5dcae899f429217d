/** A small page on another website: its content is asked for again and takes the place of the old, and who reads it
 *  stays where they are. */

/** The new content of the page at this address where it differs from what is shown, else null. */
export async function newer(shown: Element, address: string): Promise<Element | null> {
  const answer = await fetch(address, { credentials: "omit" }).catch(() => null);
  if (!answer?.ok) return null;
  const found = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
  return found && found.outerHTML !== shown.outerHTML ? found : null;
}

async function ask(): Promise<void> {
  const shown = document.querySelector("main");
  if (!shown || document.hidden) return;
  const found = await newer(shown, location.href);
  if (found) shown.replaceWith(found);
}

/** Ask again after the time that the shown content names; what is over names none, and nothing is asked any more. */
function wait(): void {
  const seconds = Number(document.querySelector("main")?.dataset["again"]);
  if (seconds) setTimeout(() => void ask().finally(wait), seconds * 1000);
}

if (typeof document !== "undefined") wait();
