/**
 * The playground of `docfuse serve`: queries side by side, pages as they were extracted, queries with known answers, and
 * the index. The part of the address behind `#` says what is shown, so that it can be kept and shared.
 */

import { html } from "./elements.js";
import { IndexView } from "./index-view.js";
import { MeasuresView } from "./measures-view.js";
import { PagesView } from "./pages-view.js";
import { QueryView, type Asked } from "./query-view.js";
import { ask, encoded, type Index, listen, type State } from "./server.js";

const VIEWS = { queries: "Queries", pages: "Pages", measures: "Measures", index: "Index" } as const;
type View = keyof typeof VIEWS;

const main = document.querySelector("main") as HTMLElement;
const status = document.querySelector("#state") as HTMLElement;
const nav = document.querySelector("nav") as HTMLElement;

const queries = new QueryView(keep);
const pages = new PagesView((url) => (location.hash = `pages?${encoded({ url })}`));
const measures = new MeasuresView(
  () => queries.asked,
  (q) => (location.hash = `queries?${encoded({ ...queries.asked, q })}`),
);
const contents = new IndexView();

const links = new Map<View, HTMLAnchorElement>();
for (const [view, title] of Object.entries(VIEWS) as [View, string][]) {
  const link = html("a", { href: `#${view}` }, title);
  // What was asked stays when a reader comes back.
  if (view === "queries") {
    link.addEventListener("click", () => (link.href = `#queries?${encoded({ ...queries.asked })}`));
  }
  links.set(view, link);
  nav.append(link);
}

let index: Index | undefined;

function shownView(): { view: View; parameters: URLSearchParams } {
  const [name = "", query = ""] = location.hash.slice(1).split("?", 2);
  const view = name in VIEWS ? (name as View) : "queries";
  return { view, parameters: new URLSearchParams(query) };
}

/** Keeps what was asked in the address, without a step in the history for every key. */
function keep(asked: Asked): void {
  if (shownView().view !== "queries") return;
  const query = encoded({ ...asked });
  history.replaceState(null, "", `#queries${query && `?${query}`}`);
}

/** Shows the view that the address names, and what it asks, or what was typed before the address has it. */
function show(typed = ""): void {
  const { view, parameters } = shownView();
  for (const [name, link] of links) {
    if (name === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${VIEWS[view]} · Docfuse playground`;
  const { element } = { queries, pages, measures, index: contents }[view];
  if (!element.isConnected) main.replaceChildren(element);
  if (view === "pages") void pages.show(parameters.get("url") ?? "");
  if (!index) return;
  if (view === "queries") {
    const text = (name: string) => parameters.get(name) ?? "";
    const q = typed || text("q");
    queries.show(index, { q, language: text("language"), set: parameters.getAll("set") });
  } else if (view === "measures") measures.show(index);
  else if (view === "index") contents.show(index);
}

/** Reads what is in the index; false if that failed, which is then shown. */
async function load(): Promise<boolean> {
  try {
    index = await ask<Index>("index", { language: queries.asked.language });
    return true;
  } catch (error) {
    main.replaceChildren(html("p.failure", { role: "alert" }, (error as Error).message));
    return false;
  }
}

/** Shows another index. What a reader types stays, which the address may not have yet. */
async function reload(): Promise<void> {
  if (!(await load())) return;
  if (index && queries.element.isConnected) queries.show(index);
  else show();
}

let known: State | undefined;

listen((state) => {
  status.classList.toggle("failure", !state || state.failure !== "");
  if (!state) {
    status.textContent = "the server has stopped";
    return;
  }
  status.textContent = state.failure || (state.doing && `building: ${state.doing} …`);
  const isNew = known !== undefined && (known.index !== state.index || known.site !== state.site);
  known = state;
  if (isNew) void reload();
});
addEventListener("hashchange", () => show());
show();
void load().then(() => {
  if (!index) return;
  if (shownView().view !== "pages") show(queries.asked.q); // pages need no index
  if (shownView().view === "queries") queries.focus();
});
