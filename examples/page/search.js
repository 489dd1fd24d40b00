// A search page of one's own, by the npm package "docfuse". See docs/javascript.md.
import { open } from "docfuse";

const input = document.querySelector("input");
const status = document.querySelector("[role=status]");
const list = document.querySelector("ol");

// Behind the page: what is typed meanwhile is asked as soon as the index is open.
const opened = open({ base: "/docfuse/", encoder: "off" });

let asked;
input.addEventListener("input", async () => {
  // Only the last query is shown.
  asked?.abort();
  asked = new AbortController();
  const { signal } = asked;
  try {
    const search = await opened;
    const answer = await search.query(input.value, { prefix: true, limit: 5, signal });
    if (signal.aborted) return;
    status.textContent = `Sections found: ${answer.total}`;
    list.replaceChildren(...answer.hits.map(item));
  } catch (error) {
    // Errors say what was expected and found, and what to do.
    if (!signal.aborted) status.textContent = error.message;
  }
});

/** A hit as a link with its excerpt, matches marked. */
function item(hit) {
  const link = Object.assign(document.createElement("a"), {
    href: hit.href,
    textContent: hit.heading || hit.title,
  });
  const excerpt = document.createElement("p");
  let from = 0;
  for (const [start, end] of hit.highlights) {
    const mark = Object.assign(document.createElement("mark"), {
      textContent: hit.excerpt.slice(start, end),
    });
    excerpt.append(hit.excerpt.slice(from, start), mark);
    from = end;
  }
  excerpt.append(hit.excerpt.slice(from));
  const element = document.createElement("li");
  element.append(link, excerpt);
  return element;
}
