// The function of docs/assistants.md, word for word, over an index on a static host, used by the Model Context Protocol's own
// client.
//
// DOCFUSE_PKG: the package's folder. DOCFUSE_DEMO_SITE: the Rust Book with its index in docfuse/.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { required } from "../browser/chromium.mjs";
import { serve } from "../browser/server.mjs";

const GUIDE = readFileSync(new URL("../../docs/assistants.md", import.meta.url), "utf8");
const packing = fileURLToPath(new URL("../../packaging/npm.mjs", import.meta.url));

/** A platform, which answers requests by the function; a process of its own, since the function keeps its index open. */
const PLATFORM = `
import { createServer } from "node:http";
import handle from "./mcp.mjs";

const server = createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const { method, headers } = request;
  const body = method === "POST" ? Buffer.concat(parts) : undefined;
  const reply = await handle(new Request("http://" + headers.host + request.url, { method, headers, body }));
  response.writeHead(reply.status, Object.fromEntries(reply.headers));
  response.end(Buffer.from(await reply.arrayBuffer()));
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
`;

let app, host, platform, address;

before(async () => {
  app = mkdtempSync(join(tmpdir(), "docfuse-function-"));
  execFileSync(process.execPath, [packing, "main", required("DOCFUSE_PKG", "the built npm package"), app]);
  const [tarball] = readdirSync(app);
  const place = join(app, "node_modules/docfuse");
  mkdirSync(place, { recursive: true });
  execFileSync("tar", ["-xzf", join(app, tarball), "--strip-components=1", "-C", place]);
  writeFileSync(join(app, "mcp.mjs"), GUIDE.match(/```js\n(\/\/ mcp\.mjs\n.*?)```/s)[1]);
  host = await serve(required("DOCFUSE_DEMO_SITE", "the Rust Book with its index"));
  writeFileSync(join(app, "platform.mjs"), PLATFORM);
  platform = spawn(process.execPath, [join(app, "platform.mjs")], {
    env: { ...process.env, DOCFUSE_INDEX: `${host.url}docfuse/` },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = await once(platform.stdout, "data");
  address = new URL(`http://127.0.0.1:${port}`);
});

after(async () => {
  platform?.kill();
  await host?.close();
  rmSync(app, { recursive: true, force: true });
});

test("a client finds sections by a function, which reads parts of the index", async () => {
  const client = new Client({ name: "docfuse-test", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(address));
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    ["search"],
  );
  const found = await client.callTool({ name: "search", arguments: { query: "share data between threads" } });
  assert.ok(
    found.content[0].text.includes(`Source: ${host.url}ch16-03-shared-state.html`),
    found.content[0].text,
  );
  assert.ok(host.ranges.length > 0, `${host.requests}`);
  await assert.rejects(client.callTool({ name: "search", arguments: {} }), /query: a text expected/);
  await client.close();
});
