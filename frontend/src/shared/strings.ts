/** Words in the page's language: the template contains their translations in <template id="gin-strings">. */

export type Params = Record<string, string | number>;

/** A number with a true minus sign; a text is unchanged. */
export const figure = (value: string | number): string =>
  typeof value === "number" ? String(value).replace("-", "−") : value;

/** A number with its sign, plus or minus. */
export const signed = (value: number): string => `${value > 0 ? "+" : ""}${figure(value)}`;

export class Strings {
  private readonly plural: Intl.PluralRules;

  constructor(
    private readonly words: ReadonlyMap<string, string>,
    lang: string,
  ) {
    this.plural = new Intl.PluralRules(lang);
  }

  /** The catalogue of this page. */
  static ofPage(): Strings {
    const holder = document.getElementById("gin-strings") as HTMLTemplateElement | null;
    const entries = [...(holder?.content.querySelectorAll<HTMLElement>("[data-k]") ?? [])];
    return new Strings(
      new Map(entries.map((entry) => [entry.dataset["k"] ?? "", entry.textContent ?? ""])),
      document.documentElement.lang || "en",
    );
  }

  has(key: string): boolean {
    return this.words.has(key);
  }

  /** The sentence with this key, its {names} filled in; the key itself if the catalogue lacks it. */
  t(key: string, params: Params = {}): string {
    return (this.words.get(key) ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => figure(params[name] ?? whole));
  }

  /** The plural form for a count: keys "name.one", "name.other" …, as the language has them. */
  n(key: string, count: number, params: Params = {}): string {
    const form = `${key}.${this.plural.select(count)}`;
    return this.t(this.words.has(form) ? form : `${key}.other`, { count, ...params });
  }
}
