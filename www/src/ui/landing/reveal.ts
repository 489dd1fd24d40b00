/** Opens what hides an element: `<details>`, `hidden="until-found"`, and panels of tabs, by ARIA or by radio buttons. */

/**
 * Opens all that hides `inner`, and what it is the summary of; whether anything was opened or selected. `opened` gets what
 * has opened, which the reader may then close.
 */
export function reveal(inner: Element, opened: Set<Element>): boolean {
  if (isVisible(inner) && !inner.closest("details:not([open])")) return false;
  let hasOpened = false;
  for (const each of around(inner).reverse())
    if (!opened.has(each)) hasOpened = open(each, opened) || hasOpened;
  return hasOpened;
}

export function isVisible(element: Element): boolean {
  return element.checkVisibility();
}

/** The element and those around it, from the inside. */
function around(inner: Element): Element[] {
  const found: Element[] = [];
  for (let each: Element | null = inner; each; each = each.parentElement) found.push(each);
  return found;
}

function open(element: Element, opened: Set<Element>): boolean {
  if (element instanceof HTMLDetailsElement) {
    const wasClosed = !element.open;
    element.open = true;
    if (wasClosed) opened.add(element);
    return wasClosed;
  }
  if (element.getAttribute("hidden") === "until-found") {
    // As the browser does it: the page may open what belongs to it.
    element.dispatchEvent(new Event("beforematch", { bubbles: true }));
    element.removeAttribute("hidden");
    opened.add(element);
    return true;
  }
  if (!isClosed(element)) return false;
  const control = controlOf(element);
  // A link whose script is not there yet would lead away; an expanded button would fold.
  if (!control || (control.matches("a") && document.readyState !== "complete")) return false;
  if (control.ariaExpanded === "true") return false;
  if (changesPage(() => control.click()) || !isClosed(element)) opened.add(element);
  return true;
}

function isClosed(element: Element): boolean {
  return getComputedStyle(element).display === "none";
}

/** Whether an act changes the page at once: a click may come before the script that waits for it. */
function changesPage(act: () => void): boolean {
  const observer = new MutationObserver(() => undefined);
  observer.observe(document, { attributes: true, childList: true, subtree: true });
  act();
  const { length } = observer.takeRecords();
  observer.disconnect();
  return length > 0;
}

const TAB = "[role=tab]";
const RADIO = "input[type=radio]";

/** What selects or unfolds a panel. */
export function controlOf(panel: Element): HTMLElement | undefined {
  return byName(panel) ?? radioBefore(panel) ?? byOrder(panel);
}

/** By the ids in ARIA's attributes. */
function byName(panel: Element): HTMLElement | undefined {
  const { id } = panel;
  const controlling = id && document.querySelector<HTMLElement>(`[aria-controls~="${CSS.escape(id)}"]`);
  if (controlling) return controlling;
  const labels = panel.getAttribute("aria-labelledby")?.match(/\S+/g) ?? [];
  const tab = labels.map((label) => document.getElementById(label)).find((label) => label?.matches(TAB));
  return tab ?? undefined;
}

/** The last radio button before a panel, where each has its own. */
function radioBefore(panel: Element): HTMLElement | undefined {
  for (let before = panel.previousElementSibling; before; before = before.previousElementSibling) {
    if (before.matches(RADIO)) return before as HTMLElement;
  }
  return undefined;
}

/** The first panel belongs to the first tab or radio button of the group around them, and so on. */
function byOrder(panel: Element): HTMLElement | undefined {
  const siblings = [...(panel.parentElement?.children ?? [])];
  const panels = siblings.filter((each) => isAlike(each, panel));
  for (const outer of around(panel).slice(1)) {
    const controls = [...outer.querySelectorAll<HTMLElement>(`${TAB}, ${RADIO}`)].filter(
      (control) => !panels.some((each) => each.contains(control)),
    );
    const [first] = controls;
    if (!first) continue;
    const group = controls.filter((control) => groupOf(control) === groupOf(first));
    const others = siblings.filter((each) => !group.some((control) => each.contains(control)));
    if (group.length === others.length) return group[others.indexOf(panel)];
    // One beside the panel may be that of another panel, unlike this one.
    if (!siblings.some((each) => each.contains(first))) return undefined;
  }
  return undefined;
}

/** Whether an element looks like a panel beside this one: panels may have groups in them, too. */
function isAlike(element: Element, panel: Element): boolean {
  if (element === panel) return true;
  const role = panel.getAttribute("role");
  if (role) return element.getAttribute("role") === role;
  return (
    element.tagName === panel.tagName && [...panel.classList].some((name) => element.classList.contains(name))
  );
}

function groupOf(control: HTMLElement): unknown {
  return control instanceof HTMLInputElement ? control.name : control.closest("[role=tablist]");
}
