/** The tools: names, descriptions and arguments, as `docfuse mcp` has them, and their calls, checked. */

import type { QueryOptions } from "../../client/query-options.js";
import type { Calls } from "./calls.js";
import type { Tool } from "./model-context.js";
import { line } from "./quoted.js";

/** An argument, as a JSON schema. */
interface Argument {
  readonly type: string;
  readonly description: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly [keyword: string]: unknown;
}

type Arguments = Readonly<Record<string, Argument>>;

/** What an agent is told of a tool. */
interface About {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly required: readonly string[];
  readonly properties: Arguments;
}

type Given = Readonly<Record<string, unknown>>;
/** Answers a call whose arguments are checked. */
type Act = (given: Given, signal: AbortSignal | undefined) => Promise<string>;

const HITS = 5;
const CHARACTERS = 6000;

const ADDRESS = { type: "string", description: "Address of a section or page" };

const SEARCH: About = {
  name: "search_documentation",
  title: "Search documentation",
  description:
    "Searches the documentation of this site by words and by meaning; names of symbols lead to their own section. " +
    "Returns titles, addresses and excerpts of sections, best first. Read them with read_section.",
  required: ["query"],
  properties: {
    query: {
      type: "string",
      description: 'A question, some words, or the name of a symbol. "a phrase", +must and -not work.',
    },
    limit: { type: "integer", minimum: 1, maximum: 20, default: HITS, description: "Number of sections" },
    match: {
      type: "string",
      enum: ["all", "best"],
      description: "all: sections with all words, or with some if none has all; best: with any of them",
    },
    version: {
      type: "string",
      description: "Version of the documentation; by default the current one",
    },
    filters: {
      type: "object",
      additionalProperties: { type: "array", items: { type: "string" } },
      description: "Only pages that have one of these values, by name of a filter of the site",
    },
  },
};

const READ: About = {
  name: "read_section",
  title: "Read a section",
  description:
    "Reads the text of a section, by its address as search_documentation and list_sections return it.",
  required: ["address"],
  properties: {
    address: ADDRESS,
    max_characters: {
      type: "integer",
      minimum: 1,
      maximum: 20_000,
      default: CHARACTERS,
      description: "Most characters to return",
    },
  },
};

const LIST: About = {
  name: "list_sections",
  title: "List the sections of a page",
  description:
    "Lists sections of a page, with their addresses: all of the page that the reader has open, which needs no address; of " +
    "another page, those that are found.",
  required: [],
  properties: { address: ADDRESS },
};

export function toolsOver(calls: Calls): Tool[] {
  return [
    tool(SEARCH, ({ query, ...options }, signal) =>
      calls.search(query as string, { limit: HITS, ...(options as QueryOptions), signal }),
    ),
    tool(READ, ({ address, max_characters: most = CHARACTERS }, signal) =>
      calls.read(address as string, most as number, signal),
    ),
    tool(LIST, ({ address }, signal) => calls.list(address as string | undefined, signal)),
  ];
}

function tool({ name, title, description, properties, required }: About, act: Act): Tool {
  return {
    name,
    title,
    description,
    inputSchema: { type: "object", properties, required, additionalProperties: false },
    annotations: { readOnlyHint: true, untrustedContentHint: true },
    async execute(given, call) {
      const signal = call?.signal;
      try {
        return await act(checked(given as Given, properties, required), signal);
      } catch (error) {
        signal?.throwIfAborted();
        // A text, so that the agent can mend its call.
        return line(`Error: ${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
  };
}

/** Arguments that are known and there; the client checks those that only it has. */
function checked(given: Given, properties: Arguments, required: readonly string[]): Given {
  for (const name of Object.keys(given ?? {}))
    if (!Object.hasOwn(properties, name))
      throw new Error(`one of ${Object.keys(properties).join(", ")} expected, ${name} found`);
  const found: Record<string, unknown> = {};
  for (const [name, { type, minimum = 0, maximum = 0 }] of Object.entries(properties)) {
    const value = given?.[name] ?? undefined;
    if (value === undefined && !required.includes(name)) continue;
    const expect = (expected: string, isSo: boolean) => {
      if (!isSo) throw new Error(`${name}: ${expected} expected, ${JSON.stringify(value) ?? "none"} found`);
    };
    if (type === "string") expect("a text", typeof value === "string" && !!value.trim());
    if (type === "integer")
      expect(
        `a whole number from ${minimum} to ${maximum}`,
        Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum,
      );
    found[name] = value;
  }
  return found;
}
