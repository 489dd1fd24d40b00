/** Sliders of the ranking's settings, and the text that sets them in `docfuse.toml`. */

import { button, html, short } from "./elements.js";
import type { Setting } from "./server.js";

/** Groups of settings in the order of the panel, by the beginning of their keys. The first are open. */
const GROUPS: readonly (readonly [title: string, prefix: string, isOpen: boolean])[] = [
  ["Fusion by rank", "fusion.", true],
  ["Mix by score", "mix.", true],
  ["By kind of query", "intent.", false],
  ["Thresholds and the rest", "", false],
];

/** Settings of what takes no part here: no model reranks. */
const WITHOUT_EFFECT = "rerank.weight";

/** Where a slider ends at the latest; the field beside it takes the setting's whole range. */
const MOST: Readonly<Record<string, number>> = {
  "fusion.k": 200,
  "fusion.candidates": 300,
  "mix.depth": 100,
  "search.min_score": 20,
};
const MOST_WEIGHT = 3;

export class Settings {
  /** Open where it stands beside the answers; on phones it would push them away. */
  readonly element: HTMLElement = html("details.settings", {
    open: matchMedia("(min-width: 60rem)").matches,
  });
  readonly #tried = new Map<string, number>();
  readonly #changed: () => void;
  readonly #toml = html("pre", { tabindex: 0 });
  readonly #copied = html("span.note", { role: "status" });
  readonly #below = html("div.below");
  #settings: readonly Setting[] = [];

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Settings that differ from the index's own, each as `KEY=VALUE`. */
  get tried(): readonly string[] {
    return [...this.#tried].map(([key, value]) => `${key}=${value}`);
  }

  /** Shows the settings of an index; those tried stay. */
  show(settings: readonly Setting[], tried: readonly string[] = this.tried): void {
    this.#settings = settings;
    this.#tried.clear();
    for (const [key = "", value = ""] of tried.map((one) => one.split("="))) this.#set(key, Number(value));
    const left = new Set(settings.filter(({ key }) => key !== WITHOUT_EFFECT));
    const groups = GROUPS.map(([title, prefix, isOpen]) => {
      const own = [...left].filter(({ key }) => key.startsWith(prefix));
      own.forEach((setting) => left.delete(setting));
      const holds = own.some(({ key }) => this.#tried.has(key));
      const rows = own.map((setting) => this.#row(setting));
      return html("details", { open: isOpen || holds }, html("summary", {}, title), ...rows);
    });
    const copy = button("Copy", () => void this.#copy());
    const reset = button("Reset all", () => {
      this.show(this.#settings, []);
      this.#changed();
    });
    this.#below.replaceChildren(
      html("p", {}, "In ", html("code", {}, "docfuse.toml"), ", for the next build:"),
      this.#toml,
      html("p.actions", {}, copy, reset, this.#copied),
    );
    this.element.replaceChildren(html("summary", {}, "Settings"), ...groups, this.#below);
    this.#describe();
  }

  /** Notes a value that differs from the index's own. */
  #set(key: string, value: number): void {
    const setting = this.#settings.find((known) => known.key === key);
    if (!setting || !Number.isFinite(value)) return;
    const whole = setting.whole ? Math.round(value) : value;
    const allowed = Math.min(Math.max(whole, setting.least), setting.most);
    if (Math.abs(allowed - setting.value) < 1e-6) this.#tried.delete(key);
    else this.#tried.set(key, Number(allowed.toFixed(4)));
  }

  #row(setting: Setting): HTMLElement {
    const { key, least, most, whole } = setting;
    const own = Number(short(setting.value));
    const end = Math.min(most, Math.max(MOST[key] ?? MOST_WEIGHT, own));
    const step = whole || key === "fusion.k" ? 1 : 0.05;
    const value = () => this.#tried.get(key) ?? own;
    const id = `setting-${key}`;
    const slider = html("input", { type: "range", min: least, max: end, step, id });
    const field = html("input", { type: "number", min: least, max: most, step: "any", "aria-label": key });
    const back = button("↺", () => apply(own), { "aria-label": `Reset ${key}`, title: `Reset to ${own}` });
    const row = html(
      "div.setting",
      {},
      html("label", { for: id }, html("code", {}, key)),
      slider,
      field,
      back,
    );
    const update = () => {
      const isTried = this.#tried.has(key);
      row.classList.toggle("tried", isTried);
      back.disabled = !isTried;
      slider.value = String(value());
    };
    const apply = (next: number) => {
      this.#set(key, next);
      field.value = String(value());
      update();
      this.#describe();
      this.#changed();
    };
    slider.addEventListener("input", () => apply(slider.valueAsNumber));
    field.addEventListener("change", () => apply(field.valueAsNumber));
    field.value = String(value());
    update();
    return row;
  }

  /** Shows the settings tried as the author writes them. */
  #describe(): void {
    this.#copied.textContent = "";
    const toml = toToml(this.#tried);
    this.#toml.textContent = toml || "# as the index was built";
    this.#below.classList.toggle("tried", toml !== "");
  }

  async #copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.#toml.textContent ?? "");
      this.#copied.textContent = "copied";
    } catch {
      // Without permission: the text is selected, to be copied by hand.
      getSelection()?.selectAllChildren(this.#toml);
      this.#copied.textContent = "press Ctrl+C";
    }
  }
}

/** Settings by key, in tables of TOML. */
export function toToml(settings: ReadonlyMap<string, number>): string {
  const tables = new Map<string, string[]>();
  for (const [key, value] of [...settings].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const at = key.lastIndexOf(".");
    const lines = tables.get(key.slice(0, at)) ?? [];
    tables.set(key.slice(0, at), [...lines, `${key.slice(at + 1)} = ${value}`]);
  }
  return [...tables].map(([table, lines]) => `[${table}]\n${lines.join("\n")}`).join("\n\n");
}
