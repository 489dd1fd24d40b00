/** What the keys do in the box: they move the selection, open results, close, and come back to the input. */

import type { SearchModel } from "./model.js";
import type { ResultList } from "./results/list.js";
import type { Surface } from "./shell/surface.js";

/** What the keys act on. */
export interface Keyed {
  readonly input: HTMLInputElement;
  readonly list: ResultList;
  readonly model: SearchModel;
  readonly surface: Surface;
  /** Shows the answer to the current text, or asks. */
  reopen(): void;
  /** Empties the input. */
  clear(): void;
  /** Moves the focus to the searches of before, which are shown in place of the list; false if there are none. */
  enterPast(): boolean;
}

/** Handles the keys inside `within`, a panel with its input or a dialog, until `signal` aborts. */
export function handleKeys(within: HTMLElement, keyed: Keyed, signal: AbortSignal): void {
  within.addEventListener("keydown", (event) => onKey(event, keyed), { signal });
}

function onKey(event: KeyboardEvent, keyed: Keyed): void {
  const { input, surface } = keyed;
  const isInInput = event.target === input;
  // Key code 229 belongs to an input method, where Enter chooses a candidate. `isComposing` is less reliable: Safari
  // ends a composition before the key that ends it, and phones still compose when the reader presses Enter.
  if (event.keyCode === 229) {
    if (!isInInput) input.focus();
    return;
  }
  const { key } = event;
  if (key === "Escape") {
    // Dialogs of the page that hold the box need it when there is nothing to close or clear here.
    const isOurs = surface.isOpen || input.value !== "";
    if (isOurs && !event.defaultPrevented) onEscape(event, keyed); // else the dialog has closed itself
    return;
  }
  if (event.target instanceof HTMLSelectElement) return;
  if (isInInput) return onInputKey(event, keyed);
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
  const isMove = key === "ArrowDown" || key === "ArrowUp";
  // A space presses buttons.
  const isText = key === "Backspace" || (key.length === 1 && key !== " ");
  if ((isMove || isText) && !hasModifier) {
    input.focus(); // where the browser then types the key
    if (isMove) onInputKey(event, keyed);
  }
}

function onInputKey(event: KeyboardEvent, { list, model, surface, reopen, enterPast }: Keyed): void {
  const last = list.size - 1;
  const selects: Partial<Record<string, number>> = {
    // Cyclic, through all options and the input. Further hits may be on their way.
    ArrowDown: list.active < last ? list.active + 1 : model.hasMore ? last : -1,
    ArrowUp: list.active < 0 ? last : list.active - 1,
  };
  // Without a selection they belong to the text.
  if (list.active >= 0) Object.assign(selects, { Home: 0, End: last });
  const next = selects[event.key];
  if (next !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    if (!surface.isOpen) reopen();
    else if (event.key !== "ArrowDown" || !enterPast()) list.select(next);
  } else if (event.key === "Enter") {
    event.preventDefault();
    if (list.active >= 0) return list.click(list.active, event);
    // Without a selection, the first result, if it answers the current text. A suggestion must be selected.
    const opens = model.isCurrent && model.groups.length > 0;
    if (!model.isCurrent) void model.ask();
    // No sign says that it opens something there: it closes the keyboard.
    if (matchMedia("(hover: none)").matches) list.element.focus();
    else if (opens) list.click(0, event);
  }
}

/** Closes what is open; else clears the input. */
function onEscape(event: KeyboardEvent, { input, model, surface, clear }: Keyed): void {
  event.preventDefault();
  event.stopPropagation();
  if (!surface.isOpen) return clear();
  input.focus(); // it may be on a button of what closes
  model.cancel(); // an answer would reopen the panel
  surface.close();
}
