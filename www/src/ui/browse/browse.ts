/**
 * Entry of `docfuse-browse.js`: the menu of orders, and the way to all pages without a query. Only sites with keys to sort by
 * load it.
 */

import { element } from "../element.js";
import type { SearchModel } from "../model.js";
import { ENGLISH_BROWSE } from "../strings/en-browse.js";
import type { Say } from "../strings/strings.js";
import { isLate } from "./late.js";

export { showPinned } from "./pinned.js";

/** Shows the menu at the end of the line of filters; a button to all pages while nothing is asked. */
export function showOrders(bar: HTMLElement, model: SearchModel, say: Say): void {
  const sort = model.opened?.offers?.sort;
  if (!Array.isArray(sort)) return; // from the network
  const text = (key: keyof typeof ENGLISH_BROWSE) => say(key) || ENGLISH_BROWSE[key];
  const menu = bar.querySelector<HTMLSelectElement>("select.order") ?? element("select", "chip order");
  const all = bar.querySelector<HTMLButtonElement>("button.all") ?? element("button", "chip all");
  menu.hidden = model.isEmpty;
  menu.ariaLabel = text("sort");
  // The order of the ranking needs a query.
  const orders = (model.text === "" ? sort : ["", ...sort]).map(String);
  const labels = orders.flatMap((order) => (order === "" ? [["", text("sortBest")]] : bothWays(order)));
  menu.replaceChildren(
    ...labels.map(([value = "", label]) => {
      const option = element("option", "", label);
      option.value = value;
      option.selected = value === model.order;
      return option;
    }),
  );
  menu.onchange = () => {
    model.sort = menu.value;
    void model.narrow();
  };
  all.textContent = text("browse");
  all.hidden = !model.isEmpty;
  all.onclick = () => void model.narrow();
  if (menu.parentNode !== bar) bar.append(all, menu);
  if (!isLate(model)) bar.hidden = false; // the line is above the answer
}

/** An order and its opposite, each with a label. */
function bothWays(order: string): [order: string, label: string][] {
  const [key = "", way] = order.split(":");
  const ways = way === "desc" ? ["desc", "asc"] : ["asc", "desc"];
  return ways.map((each) => [`${key}:${each}`, `${key} ${each === "desc" ? "↓" : "↑"}`]);
}
