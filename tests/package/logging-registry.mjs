// An npm registry on loopback that has no package of ours, and notes every time that it is asked for one. It gets all
// others from another registry, if it is given one.
import { createServer } from "node:http";
import { gunzipSync } from "node:zlib";

/** In every name that is ours once it is published, for npm or pip. */
const OURS = "docfuse";

/**
 * Starts it at a free port of 127.0.0.1. `upstream`: the address of the registry that has the other packages; without it,
 * there are none.
 */
export async function loggingRegistry(upstream) {
  const asked = [];
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    // Questions about security advisories name packages in their body.
    const text = (request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString();
    const ours = [request.url, text].some((part) => part.includes(OURS));
    if (ours) asked.push(`${request.method} ${request.url} ${text}`);
    if (ours || !upstream) return response.writeHead(404).end("{}");
    const { method, headers } = request;
    const passed = ["accept", "content-type", "content-encoding"].filter((key) => headers[key]);
    const answer = await fetch(new URL(request.url, upstream), {
      method,
      headers: Object.fromEntries(passed.map((key) => [key, headers[key]])),
      body: method === "POST" ? body : undefined,
    });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}/`;
  return {
    /** Requests that had a name of ours in their address or body. */
    asked,
    /** Variables that make npm and pip use it, and nothing else. */
    env: {
      npm_config_registry: url,
      npm_config_update_notifier: "false",
      PIP_INDEX_URL: `${url}simple/`,
      PIP_DISABLE_PIP_VERSION_CHECK: "1",
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
