/**
 * Entry of `docfuse-landing.js`: what a page does when a hit leads to it. The browser goes to the section by its anchor;
 * this opens what hides the section, marks the words of the excerpt in it, and brings them into view.
 */

import { take, type ChosenHit } from "./chosen-hit.js";
import { mark } from "./mark.js";
import { passageIn } from "./passage.js";
import { isVisible, reveal } from "./reveal.js";
import { isInView, scrollToRange, uncover } from "./scroll.js";
import { isSamePage, targetOf } from "./target.js";

/** Between two looks. */
const PAUSE_MS = 50;

/**
 * Looks while a page may not show yet what its address says: frameworks change it before or after the content. Some five
 * seconds, and as many looks where a busy machine makes them rare.
 */
const CONTENT_LOOKS = 100;

/** Looks that find all in place before a landing ends: scripts and images still move things when a page has loaded. */
const CALM_LOOKS = 8;

/** What readers do to move the page, or in it. */
const ACTS = ["wheel", "touchmove", "keydown", "pointerdown"];

let current: Landing | undefined;

/**
 * Lands on the target of the page's address, if the page `hasLoaded` just now; else, waits until the address is that of a
 * chosen hit. The last call counts.
 */
export function show(hasLoaded: boolean): void {
  current?.end();
  current = new Landing(hasLoaded);
  void current.run();
}

class Landing {
  readonly #hasLoaded: boolean;
  readonly #listening = new AbortController();
  readonly #observer = new MutationObserver(() => (this.#hasChanged = true));
  readonly #opened = new Set<Element>();
  #hit: ChosenHit | undefined;
  #marks: Range[] = [];
  /** Whether the page has changed since the words were looked for. */
  #hasChanged = true;
  /** Whether the reader has moved the page, which then stays where it is. */
  #hasActed = false;

  constructor(hasLoaded: boolean) {
    this.#hasLoaded = hasLoaded;
  }

  async run(): Promise<void> {
    const { signal } = this.#listening;
    this.#observer.observe(document, { childList: true, characterData: true, subtree: true });
    for (const type of ACTS)
      addEventListener(type, () => (this.#hasActed = true), { signal, passive: true, capture: true });
    let left = CONTENT_LOOKS;
    for (let calm = 0; calm < CALM_LOOKS && left > 0 && !signal.aborted; calm += 1, left -= 1) {
      if (!this.#hit && (this.#hit = take((href) => isSamePage(href, location.href)))) {
        left = CONTENT_LOOKS;
        this.#hasActed = false;
        this.#opened.clear();
      }
      if (document.readyState !== "complete") {
        left = CONTENT_LOOKS;
        calm = 0;
      }
      if (!this.#look()) calm = 0;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    this.end();
  }

  end(): void {
    this.#listening.abort();
    this.#observer.disconnect();
  }

  /** Opens, marks and scrolls; whether all was in place before. */
  #look(): boolean {
    if (!this.#hit && !this.#hasLoaded) return false;
    const target = targetOf(location.hash);
    if (!target) return false;
    const opened = reveal(target, this.#opened);
    if (opened && !this.#hasActed) target.scrollIntoView({ behavior: "instant" });
    if (!this.#hit) return !opened && isVisible(target);
    const isLost = !this.#marks[0]?.startContainer.isConnected;
    if (isLost && this.#hasChanged) {
      this.#hasChanged = false;
      this.#marks = passageIn(target, this.#hit);
      // The name of an entry may stand above its text alone: then the text is the place, and nothing is marked.
      mark(this.#hit.highlights.length > 0 ? this.#marks : []);
    }
    // Pages have texts that are never seen, such as tooltips.
    const first = this.#marks.find((range) => isVisible(placeOf(range))) ?? this.#marks[0];
    const isMoved = () => opened || (!this.#hasActed && uncover(target));
    if (!first) return !isMoved();
    const place = placeOf(first);
    if (reveal(place, this.#opened) || !isVisible(place)) return false;
    if (isInView(first)) return !isMoved();
    if (this.#hasActed) return true;
    scrollToRange(first);
    return false;
  }
}

function placeOf({ startContainer }: Range): Element {
  return startContainer.parentElement ?? document.body;
}
