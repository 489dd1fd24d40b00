/** Events that elements send to the page. */

/** False if a listener prevented the default. */
export function dispatch(host: HTMLElement, type: string, detail: unknown): boolean {
  const event = new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable: true });
  return host.dispatchEvent(event);
}
