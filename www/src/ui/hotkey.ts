/** The optional key that focuses the search box: attribute `hotkey`, such as `/` or `ctrl+k`. */

/** The members of `KeyboardEvent` that we read. */
export interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Whether `event` matches `hotkey`. `ctrl+` includes the Mac's command key. */
export function matchesHotkey(event: Key, hotkey: string): boolean {
  const wanted = hotkey.trim().toLowerCase();
  const withControl = wanted.startsWith("ctrl+");
  const key = withControl ? wanted.slice("ctrl+".length) : wanted;
  return (
    key !== "" &&
    event.key.toLowerCase() === key &&
    (event.ctrlKey || event.metaKey) === withControl &&
    !event.altKey
  );
}

/** Whether `target` takes text input. */
export function isTyping(target: EventTarget | undefined): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
