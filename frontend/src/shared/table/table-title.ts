/** The title and the icon of the page of a table. */

/** The title of the page, with the turn first, because a tab shows only the beginning of its title. */
export const titleOf = (page: string, headline: string): string => (headline ? `${headline} · ${page}` : page);

let plain = "";

/** The icon of the page: `marked` while it is the player's turn, else the original one. */
export function setIcon(marked: string | undefined, isMine: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!icon || !marked) return;
  plain ||= icon.href;
  const wanted = isMine ? marked : plain;
  if (icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
}
