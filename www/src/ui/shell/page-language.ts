/** The language of the page around an element; empty if the page does not say it. */
export function languageAround(host: Element): string {
  return (host.closest("[lang]") ?? document.documentElement).getAttribute("lang") ?? "";
}
