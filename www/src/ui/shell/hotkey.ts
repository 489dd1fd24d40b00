/** The keys that open the search box from anywhere in the page: attribute `hotkey`, a list such as `ctrl+k /`. */

import type { Config } from "./config.js";

export interface Hotkey {
  /** In lower case, as in `KeyboardEvent.key`. */
  readonly key: string;
  /** Whether it is pressed with Ctrl or the Mac's command key. */
  readonly control: boolean;
}

/** The members of `KeyboardEvent` that we read. */
export interface Key {
  /** Missing where the browser fills in a form. */
  readonly key: string | undefined;
  readonly code?: string;
  readonly shiftKey?: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The keys in the value of the attribute. */
export function hotkeys(attribute: string): Hotkey[] {
  const names = attribute.toLowerCase().match(/\S+/g) ?? [];
  return names
    .map((name) => {
      const key = name.replace(/^(ctrl|cmd|meta)\+/, "");
      return { key, control: key !== name };
    })
    .filter(({ key }) => /^.[^+]*$/.test(key)); // no key with Alt or Shift
}

export function matchesHotkey(event: Key, { key, control }: Hotkey): boolean {
  const typed = event.key?.toLowerCase() ?? "";
  // Other scripts have a letter of their own there. A capital is another key, unless it is locked.
  const isKey = typed === key || (control && typed > "~" && event.code === `Key${key.toUpperCase()}`);
  const isCapital = control && event.shiftKey && typed !== event.key;
  return isKey && !isCapital && (event.ctrlKey || event.metaKey) === control && !event.altKey;
}

/** The key as readers know it: `⌘K` on a Mac, else `Ctrl K`. */
export function hotkeyName({ key, control }: Hotkey, mac: boolean): string {
  return (control ? (mac ? "⌘" : "Ctrl ") : "") + key.toUpperCase();
}

/** Calls `act` when one of the keys of `config` is pressed, before the page's own search gets it, until `signal` aborts. */
export function onHotkey(config: () => Pick<Config, "hotkeys">, act: () => void, signal: AbortSignal): void {
  const onKey = (event: KeyboardEvent) => {
    const [target] = event.composedPath();
    const hotkey = config().hotkeys.find((each) => matchesHotkey(event, each));
    if (!hotkey || isEditing(target) || (!hotkey.control && isTyping(target))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    act();
  };
  window.addEventListener("keydown", onKey, { signal, capture: true });
}

/** Whether `target` takes text input. */
function isTyping(target: EventTarget | undefined): boolean {
  return isEditing(target) || (target instanceof HTMLElement && target.matches("input,select"));
}

/** Whether `target` is an editor, which has uses of its own for keys such as Ctrl+K. */
function isEditing(target: EventTarget | undefined): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("textarea"));
}
