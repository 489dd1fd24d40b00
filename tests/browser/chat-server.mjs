// A server on loopback that speaks OpenAI's streaming chat protocol, with faults.
import { once } from "node:events";
import { createServer } from "node:http";
import { until } from "./still.mjs";

/**
 * `server.answer(body)` may be set: it returns the pieces of the answer. `server.fault` is what goes wrong: "cors" (no
 * header admits other origins), "status" (500, with a message), "redirect" (to `server.elsewhere`), "type" (JSON in place of events), "cut" (the connection ends amid the
 * answer), "garbage" (an event that is not JSON), "error" (an error as an event), "flood" (an event without end) or nothing.
 * `reason` is why its answers end. `requests` are the bodies that it got, `open` the answers that are being written.
 */
export async function chatServer(port = 0) {
  const server = {
    answer: () => ["It ", "is so ", "[1]."],
    fault: undefined,
    elsewhere: undefined,
    requests: [],
    reason: "stop",
    open: 0,
    every: 5,
  };
  const http = createServer(async (request, response) => {
    if (server.fault !== "cors") {
      response.setHeader("access-control-allow-origin", request.headers.origin ?? "*");
      response.setHeader("access-control-allow-headers", "content-type");
    }
    if (request.method === "OPTIONS") return response.writeHead(204).end();
    let text = "";
    for await (const piece of request.setEncoding("utf8")) text += piece;
    const body = JSON.parse(text);
    server.requests.push(body);
    if (server.fault === "status") return response.writeHead(500).end(`{"error":{"message":"too many"}}`);
    if (server.fault === "redirect") return response.writeHead(307, { location: server.elsewhere }).end();
    if (server.fault === "type")
      return response.writeHead(200, { "content-type": "application/json" }).end("{}");
    response.writeHead(200, { "content-type": "Text/Event-Stream; charset=utf-8" });
    server.open += 1;
    response.on("close", () => (server.open -= 1));
    const send = (data) => response.write(`data: ${data}\n\n`);
    send(JSON.stringify({ choices: [{ delta: { role: "assistant", content: "" } }] }));
    if (server.fault === "garbage") return response.end("data: {not json\n\n");
    if (server.fault === "error")
      return response.end(`data: ${JSON.stringify({ error: { message: "no memory" } })}\n\n`);
    if (server.fault === "flood") return response.end(`data: ${"x".repeat(3 << 20)}`);
    for (const content of server.answer(body)) {
      if (response.destroyed) return;
      // Bytes of one event in two writes, so that readers must put them together.
      const event = Buffer.from(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\r\n\r\n`);
      response.write(event.subarray(0, 31));
      await new Promise((resolve) => setTimeout(resolve, server.every));
      response.write(event.subarray(31));
      if (server.fault === "cut") return response.destroy();
    }
    send(JSON.stringify({ choices: [{ delta: {}, finish_reason: server.reason }], usage: null }));
    response.end("data: [DONE]\n\n");
  });
  const listens = async () => {
    http.listen(port, "127.0.0.1");
    // A port that was asked for may be in use until another run of the tests ends.
    return once(http, "listening").catch((error) => {
      if (!port || error.code !== "EADDRINUSE") throw error;
    });
  };
  await until(listens, `a free port ${port}`);
  server.origin = `http://127.0.0.1:${http.address().port}`;
  server.url = `${server.origin}/v1/chat/completions`;
  server.close = () => (http.closeAllConnections(), new Promise((resolve) => http.close(resolve)));
  return server;
}
