/**
 * Keys that are typed into the box, which a page must not take for its shortcuts: it can't see the input inside the
 * shadow root, so they would fire while the reader types.
 */

const TYPES = ["keydown", "keypress", "keyup"] as const;

/** Keeps keys inside `within`. */
export function keepKeys(within: HTMLElement): void {
  for (const type of TYPES)
    within.addEventListener(type, (event) => {
      if (isKept(event)) event.stopPropagation();
    });
}

/** Keeps what is typed into `input` also from pages that listen before elements do, until `signal` aborts. */
export function keepText(input: () => HTMLInputElement | undefined, signal: AbortSignal): void {
  for (const type of TYPES)
    window.addEventListener(
      type,
      (event) => {
        // The box itself needs the other keys.
        const isText = type !== "keydown" || event.key?.length === 1;
        if (isText && isKept(event) && event.composedPath()[0] === input()) event.stopImmediatePropagation();
      },
      { signal, capture: true },
    );
}

function isKept({ ctrlKey, metaKey, altKey, key }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !/^(Tab|Escape)$/.test(key);
}
