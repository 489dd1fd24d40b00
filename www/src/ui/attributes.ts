/** Values of the box's attributes; what is missing or invalid counts as the default. */

import type { EncoderChoice } from "../client/encoder-policy.js";

export function encoderChoice(attribute: string | null): EncoderChoice {
  return attribute === "eager" || attribute === "off" ? attribute : "auto";
}

/** A number from 1 up; `undefined` for none. */
export function wholeNumber(attribute: string | null): number | undefined {
  const number = Number(attribute);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}
