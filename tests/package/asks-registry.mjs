// Finds commands, settings and links that lead to a registry for a package or an action of ours.

const PROGRAMS =
  /\b(npx|bunx|uvx|pipx run|pipx install|npm (?:install|i|add|exec|x)|(?:pnpm|yarn|bun) (?:add|dlx|exec|x)|pip3? (?:install|download)|uv (?:pip install|tool install|tool run|add)|cargo (?:install|binstall|add))\s([^`\n]*)/g;
/** Our names, as the word of a command. */
const OURS = /^["'(]*(@docfuse\/|docfuse(-cli|-docs|-all-minilm-l6-v2)?(["'@[=)]|$))/;
/** Words with which a command stays on this machine. */
const HERE = new Set(["--no", "--no-index", "--path"]);
const ELSEWHERE = [
  /"command":\s*"npx",\s*"args":\s*\[[^\]]*"@?docfuse["@/]/g,
  /\buses:\s*docfuse\//g,
  /\b(npmjs\.com\/package\/@?docfuse|pypi\.org\/project\/docfuse|crates\.io\/crates\/docfuse|docs\.rs\/docfuse)/g,
];

/** Each such place of `text`, as it stands there. */
export function asksRegistry(text) {
  const joined = text.replace(/\\\n/g, " ");
  const commands = [...joined.matchAll(PROGRAMS)].filter(([, , rest]) => {
    const words = rest.split(/\s+/);
    return words.some((word) => OURS.test(word)) && !words.some((word) => HERE.has(word));
  });
  return [...commands, ...ELSEWHERE.flatMap((pattern) => [...joined.matchAll(pattern)])].map(
    ([found]) => found,
  );
}
