/** Decides what a device should load: the encoder, some megabytes, and the lexicon, some hundred kilobytes. */

import type { EncoderPolicy } from "../shared/protocol.js";

/** When to load the encoder. `auto`: after the first answer, unless the reader saves data or the device is small. */
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

/** The members of `navigator` that we read; not every browser has them. */
export interface DeviceHints {
  readonly connection?: { readonly saveData?: boolean };
  readonly deviceMemory?: number;
}

export function encoderPolicy(
  choice: EncoderChoice,
  device: DeviceHints,
  dense: DenseChoice = "auto",
): EncoderPolicy {
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
