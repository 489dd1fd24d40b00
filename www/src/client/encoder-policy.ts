/** Decides what a device should load: the encoder, some megabytes, and the lexicon, some hundred kilobytes. */

import { DocfuseError } from "../shared/error.js";
import type { EncoderPolicy, FoundAnswer } from "../shared/protocol.js";

/**
 * When to load the encoder. `auto`: behind an answer to a query that gains from it, unless the reader saves data, the
 * device is small, or the network slow or metered; `eager`: on opening, wherever.
 */
export type EncoderChoice = "auto" | "eager" | "off";

/**
 * What gives queries their vector. `auto`: the site's lexicon, unless the reader saves data, until the encoder is ready;
 * `encoder` and `lexicon`: one of them; `off`: neither.
 */
export type DenseChoice = "auto" | "encoder" | "lexicon" | "off";

/**
 * Device memory in GiB, as the browser rounds it, below which `auto` loads no encoder. It takes 34 MB of WebAssembly
 * memory, about 90 MB with its code.
 */
const MIN_DEVICE_MEMORY = 2;

/** Within this time `auto` expects the encoder, or it does not begin, or stops. */
const PATIENCE_MS = 30_000;

/** The members of `navigator` that we read; not every browser has them. */
export interface DeviceHints {
  readonly connection?: {
    readonly saveData?: boolean;
    readonly effectiveType?: string;
    readonly type?: string;
  };
  readonly deviceMemory?: number;
}

/** Throws `request` for choices that there are not. */
export function encoderPolicy(
  choice: EncoderChoice,
  device: DeviceHints,
  dense: DenseChoice = "auto",
): EncoderPolicy {
  if (!/^(auto|eager|off) (auto|encoder|lexicon|off)$/.test(`${choice} ${dense}`))
    throw new DocfuseError("request", `no such \`encoder\` or \`dense\`: ${choice}, ${dense}`);
  if (dense === "lexicon" || dense === "off") return "off";
  if (choice !== "auto") return choice;
  const small = device.deviceMemory !== undefined && device.deviceMemory < MIN_DEVICE_MEMORY;
  return savesData(device) || small ? "off" : "deferred";
}

/** Whether the lexicon refines answers. */
export function usesLexicon(dense: DenseChoice, device: DeviceHints): boolean {
  return dense === "lexicon" || (dense === "auto" && !savesData(device));
}

function savesData({ connection }: DeviceHints): boolean {
  return connection?.saveData === true;
}

/**
 * Whether `bytes` would take too long, or cost the reader. Browsers that say nothing of their connection leave `rate`,
 * the bytes a second that were measured; `undefined` counts as fast.
 */
export function isSlow({ connection }: DeviceHints, rate: number | undefined, bytes: number): boolean {
  if (bytes === 0) return false;
  const { effectiveType, type } = connection ?? {};
  return (
    /[23]g/.test(`${effectiveType}`) ||
    type === "cellular" ||
    (1000 * bytes) / (rate ?? Infinity) > PATIENCE_MS
  );
}

/** Where no section has this share of a query's words, by their rarity, nearly nine in ten queries fit nothing. */
const CLOSE_WORDS = 0.5;

/**
 * Whether the encoder finds what words and lexicon do not: for questions, and where nothing comes close. The fit is not
 * known before its vector, so that is said by the words. Names, keywords and comparisons gain nothing.
 */
export function gains({
  intent,
  closeness,
  hits,
}: Pick<FoundAnswer, "intent" | "closeness" | "hits">): boolean {
  const kind = intent?.kind;
  const isFar = kind !== "identifier" && (closeness?.words ?? 1) < CLOSE_WORDS;
  return hits.length === 0 || isFar || kind === "question";
}
