// A stand-in for the interface by which a page offers tools to agents (WebMCP), as its draft has it, with what Chrome adds to
// call them: `getTools` and `executeTool`.

/**
 * In the page: defines `document.modelContext`; if `isOld`, that of the first browsers instead, at `navigator`, which knows
 * no signals.
 */
export function installModelContext({ isOld = false } = {}) {
  const tools = new Map();
  const add = ({ name, title = "", description, inputSchema, annotations = {}, execute }) => {
    const fail = (why) => {
      throw new DOMException(why, "InvalidStateError");
    };
    if (tools.has(name)) fail(`there is a tool ${name}`);
    if (!/^[\w.-]{1,128}$/.test(name) || !description) fail(`${name} has no name or no description`);
    if (typeof execute !== "function") throw new TypeError("a function expected");
    // As the browser keeps it: a text.
    const schema = JSON.stringify(inputSchema);
    const { readOnlyHint = false, untrustedContentHint = false } = annotations;
    const hints = { readOnlyHint, untrustedContentHint };
    tools.set(name, { name, title, description, inputSchema: schema, annotations: hints, execute });
  };
  class ModelContext extends EventTarget {
    registerTool(tool, { signal } = {}) {
      if (isOld) return add(tool);
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        add(tool);
        signal?.addEventListener("abort", () => {
          tools.delete(tool.name);
          reject(signal.reason);
        });
        setTimeout(resolve);
      });
    }

    async getTools() {
      return [...tools.values()].map(({ execute, inputSchema, ...shown }) => ({
        ...shown,
        inputSchema: JSON.parse(inputSchema),
      }));
    }

    async executeTool({ name }, given) {
      const call = isOld ? {} : { signal: new AbortController().signal };
      return tools.get(name).execute(structuredClone(given), call);
    }
  }
  if (isOld)
    ModelContext.prototype.unregisterTool = (name) => {
      if (!tools.delete(name)) throw new DOMException(name, "InvalidStateError");
    };
  Object.defineProperty(isOld ? navigator : document, "modelContext", { value: new ModelContext() });
}

/** An element that installs it before all other scripts of a page. */
export const modelContextScript = (settings = {}) =>
  `<script>(${installModelContext})(${JSON.stringify(settings)})</script>`;
