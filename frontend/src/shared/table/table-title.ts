/** The title and the icon of the page of a table. */

/** The title of the page, after whose turn it is: a tab shows only the beginning of its title. */
export const titleOf = (page: string, headline: string): string => (headline ? `${headline} · ${page}` : page);

let plain = "";

/** The icon of the page: `marked` while it is the player's turn, else the one that the page came with. */
export function setIcon(marked: string | undefined, isMine: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!icon || !marked) return;
  plain ||= icon.href;
  const wanted = isMine ? marked : plain;
  if (icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
}
