// Whether what was timed is the model.
import { spread } from "./vectors.mjs";

/**
 * Least cosine of a vector to the f32 model's. How near an encoder comes is measured apart; one that is further away
 * than any quantization of the model has computed something else, and its time is no time of this model.
 */
const LEAST = 0.9;

/** Mean and minimum of the cosines of answers; throws where one is not the model's. */
export function checked(name, cosines) {
  const found = spread(cosines);
  if (found.minimum < LEAST) {
    throw new Error(`${name}: a vector has a cosine of ${found.minimum} to the f32 model's`);
  }
  return found;
}
