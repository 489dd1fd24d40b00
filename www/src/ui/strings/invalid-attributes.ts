/** What authors are told of attributes with a value that they cannot have. `readSettings` finds these. */

/** Values by the name of the attribute; `undefined` for none. */
export type Invalid = Readonly<Record<string, string>> | undefined;

/** Characters of a value that are repeated. */
const SHOWN = 80;

const NUMBER = "a whole number from 1 to 100";

/** What the attributes take. */
const EXPECTED: Readonly<Record<string, string>> = {
  layout: "inline or modal",
  encoder: "auto, eager or off",
  dense: "auto, encoder, lexicon or off",
  match: "all or best",
  theme: "auto, light or dark",
  hotkey: "keys such as ctrl+k, cmd+k or /",
  recent: "on or off",
  preview: "on or off",
  agents: "on or off",
  limit: NUMBER,
  "max-per-page": NUMBER,
};

/** `complain` gets a sentence about each attribute. */
export function complainOf(invalid: Invalid, complain: (problem: string) => void): void {
  for (const [name, value] of Object.entries(invalid ?? {})) {
    const found = JSON.stringify(value.slice(0, SHOWN));
    const counts = name === "hotkey" ? "other keys do not count" : "the default counts";
    complain(`the attribute ${name} must be ${EXPECTED[name]}, found ${found}; ${counts}`);
  }
}
