// Markdown for the report: numbers, tables, and parts between comments.

export function number(value, digits) {
  return Number.isFinite(value) ? value.toFixed(digits) : "–";
}

export function table(names, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(names), line(names.map(() => "---")), ...rows.map(line)].join("\n");
}

/** One line on machine and date, from `circumstances`. */
export function machine({ date, processor, cores, memory, load, node }) {
  const gigabytes = (memory / 2 ** 30).toFixed(0);
  const computer = `${processor}, ${cores} cores, ${gigabytes} GB`;
  return `${date.slice(0, 10)}; ${computer}; load at the start ${load.toFixed(1)}; Node ${node}`;
}

/**
 * Replaces the named parts of `text`, each between two comments with its name. Appends parts that are missing. Keeps
 * all text outside of the parts.
 */
export function withParts(text, parts) {
  let whole = text.trimEnd();
  for (const [name, content] of Object.entries(parts)) {
    const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const part = `${begin}\n\n${content.trim()}\n\n${end}`;
    const [from, to] = [whole.indexOf(begin), whole.indexOf(end)];
    if (from < 0 !== to < 0 || to < from) throw new Error(`expected ${begin} and ${end}, in this order`);
    whole = from < 0 ? `${whole}\n\n${part}` : whole.slice(0, from) + part + whole.slice(to + end.length);
  }
  return `${whole.trimStart()}\n`;
}
