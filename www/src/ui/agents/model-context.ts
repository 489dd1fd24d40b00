/**
 * The interface of browsers for the tools of a page (WebMCP), as its draft has it: `document.modelContext`. Chrome 146 to 149
 * and Firefox have it at `navigator`, where a tool is registered at once.
 */

/** What an agent can call. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** A JSON schema. */
  readonly inputSchema: object;
  readonly annotations: { readonly readOnlyHint: boolean; readonly untrustedContentHint: boolean };
  /** `call` has a signal in browsers that can end calls. */
  execute(given: object, call?: { readonly signal?: AbortSignal | undefined }): Promise<unknown>;
}

export interface ModelContext {
  /** Rejects, or throws, if the tool is invalid or there is one of its name, and once `signal` aborts before it is registered. */
  registerTool(
    tool: Tool,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<void> | undefined;
  /** Only where `signal` does not count. */
  unregisterTool?(name: string): void;
}

declare global {
  interface Document {
    readonly modelContext?: ModelContext | undefined;
  }
  interface Navigator {
    readonly modelContext?: ModelContext | undefined;
  }
}
