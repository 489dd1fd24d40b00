// A reporter of Node's test runner: a line for each skipped test, with its reason.
export default async function* skipped(events) {
  for await (const { type, data } of events) {
    if (type === "test:pass" && data.skip !== undefined) yield `${data.name}: ${data.skip}\n`;
  }
}
