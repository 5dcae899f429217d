/** The title of the page of a table. */

/** What the page is called, behind whose turn it is: a tab shows only how its title begins. */
export const titleOf = (page: string, headline: string): string => (headline ? `${headline} · ${page}` : page);
