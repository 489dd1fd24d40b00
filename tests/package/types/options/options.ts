// Each option as an application has it that may have no value for it, and each type by its name.
import {
  open,
  type ContextOptions,
  type DenseChoice,
  type EncoderChoice,
  type Filters,
  type Offers,
  type OpenOptions,
  type QueryOptions,
  type Rule,
  type Search,
  type SiteOptions,
} from "docfuse";
import { type AnalyticsOptions } from "docfuse/analytics";
import { useOllama, type AskOptions, type OllamaModel } from "docfuse/ask";
import type {
  DocfuseEventMap,
  DocfuseInputAttributes,
  DocfusePartAttributes,
  DocfuseSearchAttributes,
  DocfuseSearchElement,
} from "docfuse/element";
import "docfuse/parts";

/** Names of members that may be missing, but not be undefined. */
type Strict<T> = {
  [Key in keyof T]-?: object extends Pick<T, Key>
    ? { [K in Key]: undefined } extends Pick<T, Key>
      ? never
      : Key
    : never;
}[keyof T];
type None<Names extends never> = Names;
export type Strictness = None<
  | Strict<OpenOptions>
  | Strict<SiteOptions>
  | Strict<QueryOptions>
  | Strict<ContextOptions>
  | Strict<AskOptions>
  | Strict<AnalyticsOptions>
  | Strict<DocfuseSearchAttributes>
  | Strict<DocfuseInputAttributes>
  | Strict<DocfusePartAttributes>
  | Strict<Offers>
  | Strict<Rule>
  | Strict<OllamaModel>
>;
// @ts-expect-error: this one must not be undefined
export type Other = None<Strict<{ readonly strict?: string }>>;

export async function use(encoder?: EncoderChoice, dense?: DenseChoice, filters?: Filters): Promise<Search> {
  const search = await open({ base: "/docfuse/", encoder, dense, site: undefined, onEvent: undefined });
  await search.query("text", { filters, signal: undefined, onUpdate: undefined });
  const offers: Offers | undefined = search.offers;
  const rules: readonly Rule[] = offers?.rules ?? [];
  console.log(rules.length);
  return search;
}

export function inPage(box: DocfuseSearchElement): void {
  useOllama("llama3.2");
  box.answerer = async (messages) => `${messages.length} messages`;
  const select = ({ detail, cancelable }: DocfuseEventMap["docfuse-select"]) => {
    console.log(detail.href.length, cancelable);
  };
  box.addEventListener("docfuse-select", select);
  document.addEventListener("docfuse-select", select);
  document.addEventListener("docfuse-answer", ({ detail }) => console.log(detail.hits.length));
  window.addEventListener("docfuse-answer", ({ detail }) => console.log(detail.total));
  const parts: HTMLElement[] = [
    document.createElement("docfuse-results"),
    document.createElement("docfuse-input"),
  ];
  const same: DocfuseSearchElement | null = document.querySelector("docfuse-search");
  console.log(parts.length, same);
  // @ts-expect-error: an answer has no such member
  document.addEventListener("docfuse-answer", ({ detail }) => console.log(detail.results));
}
