/** Queries that may hold what only the reader should have. They are pasted by mistake, and logs are kept. */

/** Characters of a query; what is longer is a pasted text. */
const MAX_LENGTH = 200;

/** Words for a password, in some languages. */
const PASSWORD =
  "passw(?:or)?d|passwd|passphrase|passwort|kennwort|mot de passe|contraseña|senha|пароль|密码|パスワード";

const RULES: readonly RegExp[] = [
  // An e-mail address, or a name and password in an address.
  /[^\s@]@[^\s@]+\.[^\s@]/,
  /\w\s*[[(]at[\])]\s*\w+(?:\.|\s*[[(]dot[\])])/i,
  // Words by which keys of services begin.
  /(?:^|[^A-Za-z0-9])(?:sk|pk|rk|gh[a-z]|github_pat|glpat|xox[a-z]|AKIA|AIza|eyJ|npm|pypi|hf)[-_A-Za-z0-9][-_A-Za-z0-9.]{13}/,
  // Keys as files and headers have them.
  /-----BEGIN [A-Z ]*(?:KEY|CERTIFICATE)/,
  /\bssh-(?:rsa|dss|ed25519)\s+AAAA/,
  /\b(?:[Aa]uthorization|AUTHORIZATION)["']?\s*:\s*["']?(?:\w+\s+)?(?=\S*(?:\d|[a-z][A-Z]))\S{8}/,
  /\b(?:set-)?cookie["']?\s*:\s*[^\s=]+=\S{4}/i,
  // What follows the word for a secret.
  /(?:passw(?:or)?d|passwd|secret|token|api[-_ ]?key|bearer)["']?\s*(?:[=:]\s*|\s)["']?(?=\S*\d)\S{8}/i,
  new RegExp(`(?:${PASSWORD}|\\bpin)\\s*(?:is|are|was|ist|est|es|[:=])\\s*(?=\\S*[\\d!$%&*#])\\S{4}`, "i"),
  new RegExp(
    `\\bmy\\s+(?:\\S+\\s+)?(?:${PASSWORD}|pin|secret|token|key)\\s+(?:is|was)\\s+(?!not\\b)\\S{4}`,
    "i",
  ),
];

/** Digits with what people write between them. */
const NUMBERS = /\+?\d(?:[ \-()/._]{0,4}\d){8,}/g;
/** Addresses of hosts. */
const HOSTS = /(?:^|[^\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\d.])/g;
/** The code of a country; without a sign, that of North America. */
const CODE = /^(?:\+\d{1,3}[ \-.(]+|1[ \-.(]+(?=\d{3}\D+\d{3}\D+\d{4}$))/;

/** Words of at least 16 letters and digits are looked at: keys, hashes and identifiers of sessions change between both. */
const WORD = /[A-Za-z0-9+/=_-]{16,}/g;
const MAX_CHANGES = 4;

/** Whether a query is left out of what is sent. */
export function isPrivate(text: string): boolean {
  if (text.length > MAX_LENGTH) return true;
  const plain = plainText(text);
  if (RULES.some((rule) => rule.test(plain))) return true;
  const numbers = plain.replace(HOSTS, " ").match(NUMBERS) ?? [];
  if (numbers.some(isNumberOfReader)) return true;
  return (plain.match(WORD) ?? []).some((word) => (word.match(/\d+/g) ?? []).length > MAX_CHANGES);
}

/** With the letters, digits and signs that the rules know, however they were written. */
function plainText(text: string): string {
  let plain = text;
  // Addresses are encoded once, and what is in their queries once more.
  for (let times = 0; times < 3; times += 1) plain = plain.replace(/(?:%[0-9a-f]{2})+/gi, decoded);
  return plain
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\p{Pd}|\u2212/gu, "-")
    .replace(/\p{Nd}/gu, digit);
}

function decoded(bytes: string): string {
  try {
    return decodeURIComponent(bytes);
  } catch {
    return bytes;
  }
}

/** Scripts have their digits in order, in tens. */
function digit(found: string): string {
  const code = found.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/** Whether nine digits and more are a number as cards, accounts and phones have: versions and constants have other groups. */
function isNumberOfReader(number: string): boolean {
  const groups = number.replace(CODE, "").match(/\d+/g) ?? [];
  const digits = groups.join("").length;
  if (number.includes(".")) return digits >= 9 && groups.every((group) => group.length > 1);
  return !number.includes("_") || (digits >= 12 && groups.every((group) => group.length > 3));
}
