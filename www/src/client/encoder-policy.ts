/** Whether the reader's machine and connection should be given the encoder, which is 17 MB. */

import type { EncoderPolicy } from "../shared/protocol.js";

/** `auto`: behind the first answer, unless the reader saves data or the device is small. */
export type EncoderChoice = "auto" | "eager" | "off";

/**
 * GiB of memory, as the browser rounds it, below which the encoder (34 MB of memory in WebAssembly, about 90 with its
 * code) is left out.
 */
const MIN_DEVICE_MEMORY = 2;

/** What is asked of `navigator`; browsers without these say nothing, and that counts as no objection. */
export interface DeviceHints {
  readonly connection?: { readonly saveData?: boolean };
  readonly deviceMemory?: number;
}

export function encoderPolicy(choice: EncoderChoice, device: DeviceHints): EncoderPolicy {
  if (choice !== "auto") return choice;
  const small = device.deviceMemory !== undefined && device.deviceMemory < MIN_DEVICE_MEMORY;
  return device.connection?.saveData === true || small ? "off" : "deferred";
}
