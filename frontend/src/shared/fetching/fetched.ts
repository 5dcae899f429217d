/** Chunks that come with their first use. */

type Load = (url: string) => Promise<unknown>;

/** What fetches a chunk once, keeps what is made of it and hands it on. A chunk that did not come (no connection) is
 *  said, and fetched again at the next use: by another address, because a browser may keep the failure of the first. */
export function fetched<T, M>(
  url: string,
  make: (module: M) => T,
  failed: () => void,
  load: Load = (from) => import(from),
): (use?: (made: T) => void) => Promise<void> {
  let coming: Promise<{ made: T } | null> | undefined,
    tries = 0;
  const come = (): Promise<{ made: T } | null> =>
    load(tries ? `${url}${url.includes("?") ? "&" : "?"}again=${tries}` : url).then(
      (module) => ({ made: make(module as M) }),
      () => {
        coming = undefined;
        tries += 1;
        failed();
        return null;
      },
    );
  return async (use) => {
    const found = await (coming ??= come());
    if (found) use?.(found.made);
  };
}

/** Says at a table that what was asked for did not come. */
export const lostAt =
  (table: { words: { t(key: string): string }; remark(text: string): void }): (() => void) =>
  () =>
    table.remark(table.words.t("again.lost"));
