/** Analytics: which answers are searches, what is left out, and where records go. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { analytics, type AnalyticsDestination, type SearchRecord } from "../src/analytics/analytics.js";
import { isPrivate } from "../src/analytics/private-text.js";
import { Searches } from "../src/analytics/searches.js";
import type { Answer, Hit } from "../src/shared/protocol.js";

const answer = (query: string, total = 3, fit?: "weak") => ({ query, total, fit }) as unknown as Answer;
const hit = (url: string) => ({ url }) as Hit;

test("what may be private is left out", () => {
  for (const text of [
    "ann@example.org",
    "login ann.b@mail.example.org fails",
    "https://user:pw@host.example/x",
    "4111 1111 1111 1111",
    "4111-1111-1111-1111",
    "DE89 3704 0044 0532 0130 00",
    "+49 (30) 1234567 89",
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "github_pat_11ABCDEFG0abcdefghij",
    "sk-proj-abcdefghijklmnop",
    "AKIAIOSFODNN7EXAMPLE",
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIx",
    "Bearer abc123def456",
    "password = hunter2hunter2",
    'api_key: "a1b2c3d4e5"',
    "550e8400-e29b-41d4-a716-446655440000",
    "d41d8cd98f00b204e9800998ecf8427e",
    "x ".repeat(101),
    "(555) 123-4567",
    "555.123.4567",
    "+1 555.123.4567",
    "1-555-123-4567",
    "01.23.45.67.89",
    "call (030) – 123 456 78",
    "4111.1111.1111.1111",
    "4111_1111_1111_1111",
    "4111\u00a01111\u00a01111\u00a01111",
    "\uff14\uff11\uff11\uff11 1111 1111 1111",
    "\u0665\u0665\u0665-\u0661\u0662\u0663-\u0664\u0665\u0666\u0667",
    "\u096b\u096b\u096b \u0967\u0968\u0969 \u096a\u096b\u096c\u096d",
    "4111\u200b1111\u200b1111\u200b1111",
    "ann%40example.org",
    "ann%2540example.org",
    "ann\uff20example.org",
    "ann [at] example.org",
    "ann (at) example (dot) org",
    "my password is hunter2",
    "my password is correct horse battery",
    "my wifi password is swordfish",
    "the password is hunter22",
    "Passwort ist geheim1",
    "pin: 1234",
    "Authorization: Basic dXNlcjpwYXNz",
    "authorization: a1b2c3d4",
    "X-Api-Key: 0123abcd",
    "Cookie: session=abcdef",
    "-----BEGIN RSA PRIVATE KEY-----",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5",
  ])
    assert.equal(isPrivate(text), true, text);
  for (const text of [
    "how do I share data between threads",
    "error 0x80070005",
    "std::sync::atomic::AtomicU64",
    "127.0.0.1:8080",
    "v1.22.333.4444",
    "2024-11-05 release",
    "@media print",
    "secret manager",
    "reset token endpoint",
    "CONFIG_BPF_UNPRIV_DEFAULT_OFF",
    "x86_64-unknown-linux-gnu",
    "utf8_to_utf16_with_bom",
    "token bucket algorithm 2",
    "npm install",
    "RFC 7231 section 5.3.2",
    "パスワード",
    "192.168.100.200",
    "192.168.100.200:8080 10.20.30.40",
    "10.0.19041.1234",
    "chrome 120.0.6099.109",
    "python 3.10 3.11 3.12 3.13",
    "2024.11.05",
    "1_000_000_000",
    "sha_256_512_1024",
    "5 % 3",
    "100%",
    "%E4%B8%AD%E6%96%87",
    "password is not accepted",
    "my password is not accepted",
    "what is my password",
    "authorization: bearer",
    "set a cookie",
    "BEGIN transaction",
    "ssh-rsa",
    "meet at example",
    "key header",
  ])
    assert.equal(isPrivate(text), false, text);
});

test("queries on the way to others are none", () => {
  const records: SearchRecord[] = [];
  const searches = new Searches((record) => records.push(record));
  searches.answered(answer("o"), 0);
  searches.answered(answer("owl"), 200);
  searches.answered(answer("owls"), 400);
  searches.answered(answer("owls", 5), 900); // late results of the same query
  searches.answered(answer("mice", 2, "weak"), 1900);
  searches.selected(hit("mice.html#food"));
  searches.answered(answer("ann@example.org"), 2000);
  searches.answered(answer("bees", 0), 9000);
  searches.left();
  searches.left();
  assert.deepEqual(records, [
    { query: "owls", hits: 5, weak: false, click: null },
    { query: "mice", hits: 2, weak: true, click: "mice.html#food" },
    { query: "bees", hits: 0, weak: false, click: null },
  ]);
});

test("a click behind a look at another tab counts", () => {
  const clicks: (string | null)[] = [];
  const searches = new Searches(({ click }) => clicks.push(click));
  searches.answered(answer("owls"), 0);
  searches.left();
  searches.left();
  searches.selected(hit("owls.html"));
  searches.left();
  assert.deepEqual(clicks, [null, "owls.html"]);
});

/** A page in which analytics run. */
let page: EventTarget & { baseURI: string; visibilityState: string };
const globals = [
  "document",
  "navigator",
  "addEventListener",
  "removeEventListener",
  "fetch",
  "plausible",
  "umami",
];
const before = new Map(globals.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));
const put = (name: string, value: unknown) =>
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

beforeEach(() => {
  page = Object.assign(new EventTarget(), {
    baseURI: "https://docs.example/guide/",
    visibilityState: "visible",
  });
  put("document", page);
  put("navigator", {});
  put("addEventListener", () => undefined);
  put("removeEventListener", () => undefined);
});
afterEach(() => {
  for (const [name, descriptor] of before)
    if (descriptor) Object.defineProperty(globalThis, name, descriptor);
    else Reflect.deleteProperty(globalThis, name);
});

const say = (type: string, detail: unknown) => page.dispatchEvent(new CustomEvent(type, { detail }));
const hide = () => {
  page.visibilityState = "hidden";
  page.dispatchEvent(new Event("visibilitychange"));
};

test("records go out in batches, and when the page is hidden", () => {
  const sent: number[] = [];
  const stop = analytics({ to: (records) => sent.push(records.length) });
  for (let at = 0; at < 23; at += 1) {
    say("docfuse-answer", answer(`query ${at}`));
    say("docfuse-select", hit("a.html"));
  }
  assert.deepEqual(sent, [20]);
  hide();
  assert.deepEqual(sent, [20, 3]);
  say("docfuse-answer", answer("more"));
  stop();
  assert.deepEqual(sent, [20, 3, 1]);
  say("docfuse-answer", answer("nobody listens"));
  hide();
  assert.equal(sent.length, 3);
});

test("readers who ask not to be tracked are not", () => {
  for (const asks of [{ doNotTrack: "1" }, { globalPrivacyControl: true }]) {
    put("navigator", asks);
    analytics({ to: () => assert.fail("sent") });
    say("docfuse-answer", answer("owls"));
    hide();
  }
});

test("an address gets lines of JSON without cookies, services their calls", () => {
  const requests: [URL, RequestInit][] = [];
  put("fetch", (url: URL, init: RequestInit) => {
    requests.push([url, init]);
    return Promise.reject(new Error("down"));
  });
  const calls: unknown[] = [];
  put("plausible", (...given: unknown[]) => calls.push(given));
  put("umami", { track: (...given: unknown[]) => calls.push(given) });
  for (const to of [
    "/log",
    { url: "https://log.example/x" },
    "plausible",
    "umami",
  ] as AnalyticsDestination[]) {
    const stop = analytics({ to });
    say("docfuse-answer", answer("owls", 0));
    stop();
    page.visibilityState = "visible";
  }
  const [[first, init] = [], [second] = []] = requests;
  assert.deepEqual([first?.href, second?.href], ["https://docs.example/log", "https://log.example/x"]);
  assert.equal(init?.body, '{"query":"owls","hits":0,"weak":false,"click":null}\n');
  assert.deepEqual([init?.credentials, init?.keepalive, init?.referrerPolicy], ["omit", true, "no-referrer"]);
  const data = { query: "owls", hits: 0, weak: false };
  assert.deepEqual(calls, [
    ["docfuse-search", { props: data }],
    ["docfuse-search", data],
  ]);
  for (const to of ["", "http://[", 5, null, {}] as never[])
    assert.throws(() => analytics({ to }), /a function expected in `to`/);
});
