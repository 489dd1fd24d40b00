/**
 * The elements in the templates of frameworks. What is below each `@ts-ignore` counts where its framework is installed:
 * elsewhere its module is not found, which is no error here.
 */

import type { DocfuseAttributes, DocfuseElements, DocfuseEventMap, DocfuseListeners } from "./elements.js";

type Name = keyof DocfuseElements;

/** @ts-ignore */
type ReactHtml<E> = import("react").DetailedHTMLProps<import("react").HTMLAttributes<E>, E>;
/** React 18 ignores listeners. */
type ReactElements = {
  [N in Name]: ReactHtml<DocfuseElements[N]> & DocfuseAttributes[N] & DocfuseListeners<"on">;
};
/** @ts-ignore */
declare module "react" {
  namespace JSX {
    interface IntrinsicElements extends ReactElements {}
  }
}

/** @ts-ignore */
type PreactHtml<E extends HTMLElement> = import("preact").HTMLAttributes<E>;
type PreactElements = {
  [N in Name]: Omit<PreactHtml<DocfuseElements[N]>, keyof DocfuseAttributes[N]> &
    DocfuseAttributes[N] &
    DocfuseListeners<"on">;
};
/** @ts-ignore */
declare module "preact" {
  namespace JSX {
    interface IntrinsicElements extends PreactElements {}
  }
}

/** @ts-ignore */
type SolidHtml<E extends HTMLElement> = import("solid-js").JSX.HTMLAttributes<E>;
type SolidElements = {
  [N in Name]: SolidHtml<DocfuseElements[N]> & DocfuseAttributes[N] & DocfuseListeners<"on:">;
};
/** @ts-ignore */
declare module "solid-js" {
  namespace JSX {
    interface IntrinsicElements extends SolidElements {}
  }
}

/** @ts-ignore */
type SvelteHtml<E extends HTMLElement> = import("svelte/elements").HTMLAttributes<E>;
type SvelteElements = {
  [N in Name]: SvelteHtml<DocfuseElements[N]> &
    DocfuseAttributes[N] &
    DocfuseListeners<"on"> &
    DocfuseListeners<"on:">;
};
/** @ts-ignore */
declare module "svelte/elements" {
  interface SvelteHTMLElements extends SvelteElements {}
}

/** @ts-ignore */
type VueHtml = import("vue").HTMLAttributes & import("vue").ReservedProps;
/** As Vue looks attributes and events up: `maxPerPage`, `onDocfuseSelect`. */
type Camel<Text> = Text extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Text;
type VueElement<N extends Name> = new () => DocfuseElements[N] & {
  $props: VueHtml & { [A in keyof DocfuseAttributes[N] as Camel<A>]?: DocfuseAttributes[N][A] } & {
    [E in keyof DocfuseEventMap as `on${Capitalize<Camel<E>>}`]?:
      ((event: DocfuseEventMap[E]) => void) | undefined;
  };
};
type VueElements = { [N in Name]: VueElement<N> };
/** @ts-ignore */
declare module "vue" {
  interface GlobalComponents extends VueElements {}
}
