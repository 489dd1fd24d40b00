// Makes a query of a sentence of English release notes: takes out the name of what the answer documents, and the words
// that only say that it is new.
import { MARK, plain, restored } from "./html.mjs";
import { balanced, codeNames, shortened, telling } from "./words.mjs";

const KIND =
  "(?:functions?|methods?|class(?:es)?|attributes?|arguments?|parameters?|options?|settings?|modules?|keywords?|" +
  "decorators?|commands?|tags?|filters?|backends?|types?|constructors?|context managers?|statements?|objects?|" +
  "fields?|extensions?|pragmas?|interfaces?|clauses?|macros?|flags?|exceptions?|expressions?|lookups?|views?|" +
  "forms?|middleware|mixins?|operators?|constructs?|accessors?|dialects?|elements?|tables?|API|instances?|calls?)";
const NAME = `(?:[\\w-]+ ){0,2}${MARK}(?: (?:[\\w-]+ )?${KIND})?`;
const WHO =
  "(?: (?:you|(?:the |a )?users?|developers|one|callers|applications?|programs?|it|them|us|an? \\w+))?";

const MEANS = "provides? (?:a|the) (?:\\w+ )?(?:way|ability|means)";
const TO = "(?:in|for|with|by|via|using|through|on|from|to|by using|when using)";

/** What stands for the rest of the sentence when the name is taken out; tried in this order. */
const PATTERNS = [
  // "Allow ⌷ to …"
  `^(?:Allow|Enable|Permit|Enhance|Teach)(?:s|ed)? (?:the )?${NAME}(?: [\\w-]+){0,3} to (?:also )?(?<rest>.+)$`,
  // "The new ⌷ argument allows filtering by …"
  `${MARK}.*?\\b(?:allow|let|enable|permit)(?:s|ing)?${WHO}(?: to)? (?<rest>.+)$`,
  // "⌷ can now be used to …"
  `${MARK}.*?\\b(?:can (?:now |also )*be used|(?:is |are )?used|useful|${MEANS})(?: to| for| of) (?<rest>.+)$`,
  // "Added a ⌷ function that …", "New command ⌷ to …"
  `^(?:Add|New|Introduc|Provid|There is|A new|The new|Implement|Creat).*?${NAME},? (?:which|that|to|for) (?<rest>.+)$`,
  // "⌷ can now …"
  `^(?:The )?${NAME} (?:can (?:now|also)|now supports?) (?<rest>.+)$`,
  // "Added support for … in ⌷"
  `^(?<rest>.+?) ${TO}(?: (?:the|an?|new|its|all))* ${NAME}$`,
].map((pattern) => new RegExp(pattern, "u"));

/** Ways to point at an answer. */
const ASIDE = new RegExp(`\\s*\\((?:see |via |using |with |by )?(?:also )?(?:the )?${NAME}\\)`, "gu");
const SEE =
  /^(?:Please )?(?:See|Refer to|Read|For (?:more|further|details|full|an?|the)|More (?:information|details))\b/;

/** Sentences that tell of repairs, removals and speed, or need the one before them. */
const NO_QUESTION =
  /^(?:Fix|Correct|Prevent|Avoid|Ensure|Remov|Deprecat|Drop|Renam|Repair|Revert|Restor|Stop|Bug|Resolved|Chang|Mov|Updat|Extended|Modif|Document|Incorrect|Increas|Reduc|Refactor|Rework|Minor|Various|Only |Begin|Made |Merg|Disallow|Report |Disabl|Legacy|Require|Skip |Extract|Miscell|In the |Journal |Default |The default |Better |Additional |Further |More |In addition|Mark |On |After |By |Use |Used |Now |Version|This|These|Those|They|It (?!is now possible)|If |However|Also|Note|That|Because|Due|Previous|As |So |But |And |When |Since |Some |Many |Other |Both |Here |His |Its |See |Like )/;
const NO_NEED =
  /\b(?:performance|faster|speed|optimi[sz]|improve|usability|correctly|properly|no longer|consistent|consistently|bug|significantly|updated|previous|deprecated|removed|moved|forbidden|more aggressive|diligently|improvement|changed|as follows|strive|is allowed to|source tree|is an error|error is raised|conventions)/i;
/** Phrases that miss their subject. */
const NO_SUBJECT =
  /^(?:accepts?|returns?|raises?|uses?|calls?|requires?|will|has|is|are|be|all|both|handles?|ignores?|preserves?|takes?|does|may|have|equivalent|sometimes|help|assists|marks|satisfy|used|parsed|called|previously|instances?|like|change|documentation|other|others|these|those|it|this|not|such) /i;
const OPENING =
  /^(?:(?:and|for|in the \w+ for|now|also|then|be|been|to|has|is|are|can|the ability to|it is (?:now )?possible to|(?:you|users) can now|there is now|support(?:s|ed)? for|(?:add|allow|implement|support|provide|introduce|create|enable|make|show|include|enhance|extend)(?:s|ed|d)?|enhancements? to|users? to|new|an?|the|several|initial|experimental|basic|optional) )+/i;
const NEWS =
  / (?:is|are|was|were|has been|have been|can be) (?:now |also )*(?:added|provided|created|supported|available|introduced)$/;
const CLOSING = /(?: (?:in|for|with|by|via|using|through|on|from|to|of|the|an?|and|or|as|when|its))+$/;

/**
 * The query that a paragraph of release notes answers with a link: `{ text, links }`, or `undefined`. `paragraphs` are
 * those of one item.
 */
export function queryOf(paragraphs, sentencesOf) {
  const [first, ...others] = paragraphs.flatMap(({ text, links }) =>
    sentencesOf(text).map((sentence) => ({
      text: sentence,
      links: links.filter(({ mark }) => sentence.includes(mark)),
    })),
  );
  if (!first || NO_QUESTION.test(first.text) || NO_NEED.test(first.text)) return undefined;
  const answer = first.links.length > 0 ? phraseOf(first) : referred(first, others);
  const text = answer && finished(answer.text);
  return text && { text, links: answer.links };
}

/** A sentence without links; a later one says where to read about it. */
function referred(first, others) {
  const see = others.find(({ text, links }) => SEE.test(text) && links.length > 0);
  return see && { text: first.text, links: see.links };
}

function phraseOf({ text, links }) {
  const without = text.replace(ASIDE, "");
  const left = links.filter(({ mark }) => without.includes(mark));
  if (left.every(({ code }) => !code)) return { text: restored(without, left), links };
  const sentence = without.replace(/[.:]$/, "");
  for (const pattern of PATTERNS) {
    const rest = pattern.exec(sentence)?.groups.rest;
    if (rest && !new RegExp(MARK, "u").test(rest)) return { text: rest, links };
  }
  return undefined;
}

function finished(text) {
  const short = shortened(plain(text.replace(OPENING, "")).replace(/[.,:;]+$/, ""));
  const phrase = short?.replace(NEWS, "").replace(CLOSING, "").replace(OPENING, "").replace(/ now /g, " ");
  if (!phrase || NO_SUBJECT.test(phrase) || /[.?!] /.test(phrase)) return undefined;
  const fits = telling(phrase).length >= 4 && codeNames(phrase).length <= 1 && balanced(phrase);
  return fits ? phrase : undefined;
}
