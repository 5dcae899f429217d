/** The look that a player chooses for the table: the felt, the deck, its backs and colours. It is stored in this
 *  browser with the other settings, and is known before any cards are drawn. */

export const FELTS = ["green", "blue", "wine"] as const;
export const BACKS = ["diamonds", "scales", "lattice"] as const;
export const DECKS = ["pictures", "plain", "large"] as const;
export const KEPT = "undercut.ways";
export const FOUR = "undercut.cards";

export interface Look {
  felt: string;
  back: string;
  deck: string;
  four: boolean;
}

/** The stored look; a value that is no choice, or cannot be read, counts as not set. */
export function keptLook(text: string | null, four: string | null): Look {
  let kept: Record<string, unknown> = {};
  try {
    kept = (JSON.parse(text ?? "{}") ?? {}) as Record<string, unknown>;
  } catch {
    /* as if nothing were kept */
  }
  const one = (of: readonly string[], name: string): string =>
    of.includes(kept[name] as string) ? (kept[name] as string) : of[0]!;
  return {
    felt: one(FELTS, "felt"),
    back: one(BACKS, "back"),
    deck: one(DECKS, "deck"),
    four: four === "four",
  };
}

/** Applies the look to this page, where the stylesheet reads it. */
export function show({ felt, back, deck, four }: Look): void {
  Object.assign(document.documentElement.dataset, { felt, back, deck, cards: four ? "four" : "two" });
}

export const showKept = (): void => show(keptLook(localStorage.getItem(KEPT), localStorage.getItem(FOUR)));
