/** The title of the page of a table. */

/** The title of the page, after whose turn it is: a tab shows only the beginning of its title. */
export const titleOf = (page: string, headline: string): string => (headline ? `${headline} · ${page}` : page);
