// `docfuse mcp` used by the Model Context Protocol's own client, on the Rust Book: from its folder, from the address of
// `docfuse serve`, and over HTTP.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { required } from "../browser/chromium.mjs";
import { docfuseServe } from "../browser/docfuse-serve.mjs";

const command = required("DOCFUSE_BIN", "the docfuse command");
const book = required("DOCFUSE_DEMO_SITE", "the Rust Book with its index");
const model = required("DOCFUSE_MODEL", "the encoder");

let cache;
let server;
let address;

before(async () => {
  cache = mkdtempSync(join(tmpdir(), "docfuse-mcp-"));
  server = await docfuseServe(book);
  address = server.url;
});

after(async () => {
  await server?.stop();
  rmSync(cache, { recursive: true, force: true });
});

/** Runs `use` with a connected client. Standard output may carry nothing but the protocol. */
async function withClient(args, use, { installed = true } = {}) {
  const transport = new StdioClientTransport({
    command,
    args: ["mcp", ...args],
    // Where no encoder is, the one of the host is fetched.
    env: {
      PATH: process.env.PATH,
      XDG_CACHE_HOME: cache,
      DOCFUSE_MODEL: installed ? model : join(cache, "none"),
    },
    stderr: "pipe",
  });
  let logged = "";
  transport.stderr?.on("data", (text) => (logged += text));
  const problems = [];
  const client = new Client({ name: "docfuse-test", version: "1.0.0" });
  client.onerror = (error) => problems.push(error);
  await client.connect(transport);
  try {
    await use(client);
  } finally {
    await client.close();
  }
  assert.deepEqual(problems, [], "messages that are none");
  assert.match(logged, /^serving .* pages, language en\)\n/);
}

async function call(client, name, args) {
  const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: args });
  assert.deepEqual([content.length, content[0].type], [1, "text"]);
  return { text: content[0].text, data: structuredContent, isError };
}

async function good(client, name, args) {
  const { text, isError } = await call(client, name, args);
  assert.ok(!isError, text);
  return text;
}

/** What every client gets; `base` is before the addresses of sections. */
async function useTools(client, base) {
  const { name, title, version } = client.getServerVersion();
  assert.deepEqual([name, title], ["docfuse", "The Rust Programming Language"]);
  assert.match(version, /^\d+\.\d+\.\d+\+[0-9a-f]{8}$/);
  assert.match(client.getInstructions(), /^Documentation: The Rust Programming Language, .*search first/);

  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map((tool) => tool.name),
    ["search", "read_section"],
  );
  for (const { description, inputSchema, annotations } of tools) {
    assert.match(description, /section/);
    assert.equal(inputSchema.additionalProperties, false);
    assert.ok(annotations.readOnlyHint);
  }

  const found = await good(client, "search", { query: "how do I share data between threads", limit: 5 });
  assert.equal(found.match(/^\d+\. /gm).length, 5, found);
  assert.ok(found.includes(`${base}ch16-03-shared-state.html`), found);
  assert.ok(!found.includes("Note:"), found);
  const first = found.split("\n")[1];
  const text = await good(client, "read_section", { address: first, max_tokens: 2000 });
  assert.ok(text.startsWith("## ") && text.includes(`Source: ${first}\n`), text);

  // The client checks it against the schema.
  const { data } = await call(client, "search", { query: "how do I share data between threads", limit: 5 });
  assert.deepEqual([data.sections.length, data.sections[0].address], [5, first]);

  // The client follows the cursors.
  const { resources } = await client.listResources();
  assert.match(client.getInstructions(), new RegExp(`, ${resources.length} pages, language en\\.`));
  const { contents } = await client.readResource({ uri: "docfuse:///ch16-03-shared-state.html" });
  assert.match(contents[0].text, /^## Shared-State Concurrency/);

  const page = `${base}ch04-01-what-is-ownership.html`;
  const short = await good(client, "read_section", { address: page, max_tokens: 400 });
  assert.match(short, /Further sections, which did not fit:\n- /);
  assert.ok(
    (await good(client, "read_section", { address: page, max_tokens: 20_000 })).length > short.length * 4,
  );

  for (const [tool, args, part] of [
    ["search", {}, "query: a text expected, none found"],
    ["search", { query: 1 }, "query: a text expected, 1 found"],
    ["search", { query: "a", limit: 1000 }, "limit: a whole number from 1 to 50 expected, 1000 found"],
    ["search", { query: "a", page: 2 }, "one of query, limit, match, version, filters expected, page found"],
    ["read_section", { address: "nowhere.html" }, "no such page in this documentation"],
  ]) {
    const { text: message, isError } = await call(client, tool, args);
    assert.ok(isError && message.includes(part), message);
  }
  await assert.rejects(
    client.callTool({ name: "delete", arguments: {} }),
    /search or read_section expected, delete found/,
  );
}

test("from a folder", () => withClient([join(book, "docfuse")], (client) => useTools(client, "")));

test("from a deployed index over HTTP", () => withClient([address], (client) => useTools(client, address)));

test("with the encoder of the host, fetched once", async () => {
  const kept = join(cache, "docfuse/encoders");
  for (const _ of ["fetched", "out of the cache"]) {
    await withClient([`${address}docfuse/`], (client) => useTools(client, address), { installed: false });
    assert.match(readdirSync(kept).join(), /model-[0-9a-f]{16}/);
  }
});

test("several calls at once are all answered", () =>
  withClient([address, "--mode", "lexical"], async (client) => {
    const queries = ["ownership", "borrowing", "HashMap", "Option", "closures", "match", "traits", "Rc"];
    const answers = await Promise.all(queries.map((query) => good(client, "search", { query, limit: 3 })));
    assert.equal(new Set(answers).size, queries.length);
  }));

test("over HTTP, by two clients at once", async () => {
  const server = spawn(command, ["mcp", join(book, "docfuse"), "--http", "127.0.0.1:0"], {
    env: { PATH: process.env.PATH, XDG_CACHE_HOME: cache, DOCFUSE_MODEL: model },
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    const [said] = await once(server.stdout, "data");
    const url = new URL(/http:\S+/.exec(said)[0]);
    const client = async () => {
      const client = new Client({ name: "docfuse-test", version: "1.0.0" });
      await client.connect(new StreamableHTTPClientTransport(url));
      try {
        await useTools(client, "");
      } finally {
        await client.close();
      }
    };
    await Promise.all([client(), client()]);
  } finally {
    server.kill();
  }
});
