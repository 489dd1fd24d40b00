/** Queries with known answers: means of the measures, and a plot of every query, before and after. */

import { button, html, short, signed, svg, table } from "./elements.js";
import { ask, type Index, type Measured, type Report } from "./server.js";
import { queryButton } from "./query-view.js";

/** Measures of the table and of the plot. */
const MEASURES = ["ndcg@10", "success@1", "success@5", "mrr@10", "recall@10", "recall@100"] as const;

/** Width of a plot in units of its view box; margins keep the dots whole. */
const WIDTH = 200;
const MARGIN = 8;
const HEIGHT = 20;

export class MeasuresView {
  readonly element: HTMLElement;
  readonly #measure = html("select", { id: "measure" });
  readonly #mode = html("select", { id: "mode" });
  readonly #run = button("Measure", () => void this.#ask(), { class: "main" });
  readonly #about = html("p", {});
  readonly #results = html("div", {});
  readonly #go: (query: string) => void;
  readonly #tried: () => { readonly language: string; readonly set: readonly string[] };
  #measured: Measured | undefined;

  /** `tried` are the settings of the other view, and `go` leads to it with a query. */
  constructor(
    tried: () => { readonly language: string; readonly set: readonly string[] },
    go: (query: string) => void,
  ) {
    this.#tried = tried;
    this.#go = go;
    for (const name of MEASURES) this.#measure.append(html("option", {}, name));
    for (const name of ["hybrid", "lexical", "dense"]) this.#mode.append(html("option", {}, name));
    for (const choice of [this.#measure, this.#mode]) choice.addEventListener("change", () => this.#render());
    this.element = html(
      "div.measures",
      {},
      html("h2", {}, "Queries with known answers"),
      this.#about,
      html(
        "p.actions",
        {},
        this.#run,
        html("label", {}, "plot ", this.#measure),
        html("label", {}, "of ", this.#mode),
      ),
      this.#results,
    );
  }

  show({ queries }: Index): void {
    const { set } = this.#tried();
    this.#run.disabled = queries === "";
    const settings = set.length > 0 ? `with ${set.join(", ")}` : "with the index's own settings";
    const text =
      queries === ""
        ? "Write queries.yml in the folder where docfuse runs, or name a file with --queries."
        : `${queries}, ${settings}. Move sliders beside the queries to compare.`;
    this.#about.textContent = text;
  }

  async #ask(): Promise<void> {
    this.#run.disabled = true;
    this.#results.replaceChildren(html("p.note", { role: "status" }, "asking all queries …"));
    try {
      this.#measured = await ask<Measured>("queries", { ...this.#tried() });
      this.#render();
    } catch (error) {
      this.#measured = undefined;
      this.#results.replaceChildren(html("p.failure", { role: "alert" }, (error as Error).message));
    }
    this.#run.disabled = false;
  }

  #render(): void {
    if (!this.#measured) return;
    const { before, after, baseline } = this.#measured;
    const than = baseline || "the index's own settings";
    this.#results.replaceChildren(
      means(before, after, than),
      html("h3", {}, `${this.#measure.value} of each query, ${this.#mode.value}`),
      before ? html("p.legend", {}, marker(false), `before (${than})`, marker(true), "now") : "",
      this.#plot(before, after),
    );
  }

  /** A line for each query, worst change first, then worst. */
  #plot(before: Report | null, after: Report): HTMLElement {
    const [measure, mode] = [this.#measure.value, this.#mode.value];
    const value = (report: Report | null, id: string, text: string) =>
      report?.queries.find((query) => query.id === id && query.text === text)?.modes[mode];
    const lines = after.queries.flatMap(({ id, text }) => {
      const [was, now] = [value(before, id, text), value(after, id, text)];
      if (!now) return [];
      return [{ text, was: was?.[measure], now: now[measure] ?? 0, rank: now.rank }];
    });
    const change = ({ was, now }: (typeof lines)[number]) => (was === undefined ? 0 : now - was);
    lines.sort((a, b) => change(a) - change(b) || a.now - b.now);
    const rows = lines.map((line) => {
      const { text, was, now, rank } = line;
      const said = was === undefined ? short(now, 3) : `${short(was, 3)} → ${short(now, 3)}`;
      const changed = was === undefined ? "" : signed(now - was, 3);
      const sign = Math.sign(Math.round((now - (was ?? now)) * 1e6));
      return html(
        "li",
        { class: sign > 0 ? "better" : sign < 0 ? "worse" : undefined },
        queryButton(text, this.#go),
        dumbbell(was, now, said),
        html("span.figure", {}, said, changed && sign !== 0 ? ` (${changed})` : ""),
        html("span.rank", {}, rank === null ? "not found" : `rank ${rank}`),
      );
    });
    return html("ol.plot", {}, ...rows);
  }
}

/** Two dots on a scale from 0 to 1, joined. */
function dumbbell(was: number | undefined, now: number, said: string): SVGSVGElement {
  const x = (value: number) => MARGIN + value * (WIDTH - 2 * MARGIN);
  const y = HEIGHT / 2;
  const dot = (value: number, kind: string) => svg("circle", { cx: x(value), cy: y, r: 5, class: kind });
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": said, class: "dumbbell" },
    ...[0, 0.5, 1].map((at) => svg("line", { x1: x(at), x2: x(at), y1: 0, y2: HEIGHT, class: "grid" })),
    svg("line", { x1: x(0), x2: x(1), y1: y, y2: y, class: "grid" }),
    was === undefined ? undefined : svg("line", { x1: x(was), x2: x(now), y1: y, y2: y, class: "change" }),
    was === undefined ? undefined : dot(was, "before"),
    dot(now, "after"),
  );
}

function marker(isAfter: boolean): SVGSVGElement {
  const dot = svg("circle", { cx: 8, cy: 8, r: 5, class: isAfter ? "after" : "before" });
  return svg("svg", { viewBox: "0 0 16 16", class: "dumbbell marker", "aria-hidden": "true" }, dot);
}

/** The means of each mode. */
function means(before: Report | null, after: Report, than: string): HTMLElement {
  const rows = Object.entries(after.modes).map(([mode, now]) => {
    const was = before?.modes[mode];
    const cells = MEASURES.map((name) => {
      const value = (now[name] ?? 0).toFixed(3);
      const change = was ? signed((now[name] ?? 0) - (was[name] ?? 0), 3) : "";
      return change ? html("span.mean", {}, value, " ", html("small", {}, change)) : value;
    });
    return [mode, ...cells];
  });
  const caption = before ? `Means, and the change since ${than}` : "Means";
  return table(`${caption}: ${after.queries.length} queries`, ["mode", ...MEASURES], rows);
}
