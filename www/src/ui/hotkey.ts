/** The optional key that brings the reader to the search box: attribute `hotkey`, such as `/` or `ctrl+k`. */

/** What of a keyboard event is looked at. */
export interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Whether `event` is `hotkey`. `ctrl+` also means the command key, as readers on a Mac expect. */
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

/** Whether keys typed at `target` are text. */
export function isTyping(target: EventTarget | undefined): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
