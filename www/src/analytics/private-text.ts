/** Queries that may hold what only the reader should have. They are pasted by mistake, and logs are kept. */

/** Characters of a query; what is longer is a pasted text. */
const MAX_LENGTH = 200;

const RULES: readonly RegExp[] = [
  // An e-mail address, or a name and password in an address.
  /[^\s@]@[^\s@]+\.[^\s@]/,
  // Nine digits and more, as in numbers of cards, accounts and phones. Versions and addresses of hosts have dots.
  /(?:\d[ \-()/]?){9}/,
  // Words by which keys of services begin.
  /(?:^|[^A-Za-z0-9])(?:sk|pk|rk|gh[a-z]|github_pat|glpat|xox[a-z]|AKIA|AIza|eyJ|npm|pypi|hf)[-_A-Za-z0-9][-_A-Za-z0-9.]{13}/,
  // What follows the word for a secret.
  /(?:passw(?:or)?d|passwd|secret|token|api[-_ ]?key|bearer)["']?\s*(?:[=:]\s*|\s)["']?(?=\S*\d)\S{8}/i,
];

/** Words of at least 16 letters and digits are looked at: keys, hashes and identifiers of sessions change between both. */
const WORD = /[A-Za-z0-9+/=_-]{16,}/g;
const MAX_CHANGES = 4;

/** Whether a query is left out of what is sent. */
export function isPrivate(text: string): boolean {
  if (text.length > MAX_LENGTH || RULES.some((rule) => rule.test(text))) return true;
  return (text.match(WORD) ?? []).some((word) => (word.match(/\d+/g) ?? []).length > MAX_CHANGES);
}
