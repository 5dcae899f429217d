/** Chunks that are loaded at their first use. */

type Load = (url: string) => Promise<unknown>;

/** A loader that fetches a chunk once, keeps what is made of it and passes it on. If a chunk does not arrive (no
 *  connection), it says so, and fetches it again at the next use from another address, because a browser may remember
 *  the failure of the first. */
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

/** Says at a table that the requested chunk did not arrive. */
export const lostAt =
  (table: { words: { t(key: string): string }; remark(text: string): void }): (() => void) =>
  () =>
    table.remark(table.words.t("again.lost"));
