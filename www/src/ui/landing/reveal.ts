/** Opens what hides an element: `<details>`, `hidden="until-found"`, and panels of tabs, by ARIA or by radio buttons. */

/** Opens all that hides `inner`; whether anything was opened or selected. */
export function reveal(inner: Element): boolean {
  if (isVisible(inner)) return false;
  let opened = false;
  for (const each of around(inner).reverse()) opened = open(each) || opened;
  return opened;
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

function open(element: Element): boolean {
  if (element instanceof HTMLDetailsElement) {
    const wasClosed = !element.open;
    element.open = true;
    return wasClosed;
  }
  if (element.getAttribute("hidden") === "until-found") {
    // As the browser does it: the page may open what belongs to it.
    element.dispatchEvent(new Event("beforematch", { bubbles: true }));
    element.removeAttribute("hidden");
    return true;
  }
  if (getComputedStyle(element).display !== "none") return false;
  const control = controlOf(element);
  // A link whose script is not there yet would lead away; an expanded button would fold.
  if (!control || (control.matches("a") && document.readyState !== "complete")) return false;
  if (control.ariaExpanded === "true") return false;
  control.click();
  return true;
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
  for (const outer of around(panel).slice(1)) {
    const controls = [...outer.querySelectorAll<HTMLElement>(`${TAB}, ${RADIO}`)].filter(
      (control) => !panel.contains(control),
    );
    const [first] = controls;
    if (!first) continue;
    // Panels have groups in them, too.
    const group = controls.filter((control) => groupOf(control) === groupOf(first));
    const panels = siblings.filter((each) => !group.some((control) => each.contains(control)));
    return group.length === panels.length ? group[panels.indexOf(panel)] : undefined;
  }
  return undefined;
}

function groupOf(control: HTMLElement): unknown {
  return control instanceof HTMLInputElement ? control.name : control.closest("[role=tablist]");
}
