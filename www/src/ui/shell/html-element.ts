/** Custom elements, also where there is no document: importing them on a server must not fail. */

export const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/** Defines an element, unless a script did before. */
export function register(name: string, element: CustomElementConstructor): void {
  const registry = globalThis.customElements as CustomElementRegistry | undefined;
  if (registry && !registry.get(name)) registry.define(name, element);
}
