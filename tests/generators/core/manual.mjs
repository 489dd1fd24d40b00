// The manual that most generators get: four pages in two languages, as Markdown or reStructuredText.

const MANUAL = {
  en: {
    index: [
      "Workshop manual",
      ["What it does", "A library for programs that do several things at once."],
      ["First steps", "Install the package, then open the chapter about threads."],
    ],
    threads: [
      "Threads",
      ["Shared values", "Wrap the value in a mutex, and clone the handle for each thread that needs it."],
      ["Messages", "A channel moves values from one thread to another without a lock."],
    ],
    errors: [
      "Errors",
      ["Recover from a failure", "Match on the result, and try again where the network was interrupted."],
      ["Give up", "A panic unwinds the stack and ends the thread."],
    ],
    files: [
      "Files",
      ["Temporary folders", "A temporary folder is deleted when its handle goes out of scope."],
      ["Locks", "Two programs that write one file take turns by an advisory lock."],
    ],
  },
  de: {
    index: [
      "Handbuch der Werkstatt",
      ["Was sie leistet", "Eine Bibliothek für Programme, die mehreres zugleich tun."],
      ["Erste Schritte", "Das Paket einrichten, danach das Kapitel über Fäden öffnen."],
    ],
    threads: [
      "Fäden",
      ["Geteilte Werte", "Der Wert liegt hinter einer Schranke, die immer nur ein Faden öffnet."],
      ["Nachrichten", "Ein Kanal bringt Werte von einem Faden zum anderen."],
    ],
  },
};

/** Three queries, with the name of the page that answers each. */
export const ANSWERS = [
  ["mutex", "threads"],
  ["recover failure", "errors"],
  ["temporary folder", "files"],
];

/** A query of the second language; the page `threads` answers it. */
export const GERMAN = "Schranke";

/** A sentence for the page `files`, after which `ADDED` finds it. */
export const ADDED = "zanzibar";
export const SENTENCE = "\n\nA rebuild must find the word zanzibar.\n";

/** Names of the pages in a language. */
export const pagesIn = (language) => Object.keys(MANUAL[language]);

export const title = (name, language = "en") => MANUAL[language][name][0];

/** A page as Markdown; `links` are [text, address], listed at its end. `head`: with its title as heading. */
export function markdown(name, { language = "en", links = [], head = true } = {}) {
  const [heading, ...sections] = MANUAL[language][name];
  const parts = sections.map(([part, text]) => `## ${part}\n\n${text}`);
  const list = links.map(([text, address]) => `- [${text}](${address})`).join("\n");
  return `${[...(head ? [`# ${heading}`] : []), ...parts, ...(list ? [list] : [])].join("\n\n")}\n`;
}

/** A page as reStructuredText. */
export function restructured(name, language = "en") {
  const [heading, ...sections] = MANUAL[language][name];
  const under = (text, sign) => `${text}\n${sign.repeat(text.length)}`;
  const parts = sections.map(([part, text]) => `${under(part, "-")}\n\n${text}`);
  return `${[under(heading, "="), ...parts].join("\n\n")}\n`;
}

/** `queries`, `change` and `follow` of a generator that writes its page NAME to the address `to(NAME)`, a pattern. */
export function asked(to, file) {
  return {
    queries: ANSWERS.map(([text, name]) => [text, to(name)]),
    change: { file, text: SENTENCE, query: ADDED, page: to("files") },
  };
}
