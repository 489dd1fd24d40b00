// Checks that timed vectors are the model's.
import { spread } from "./vectors.mjs";

/**
 * Minimum cosine of a vector to the f32 model's. Quantization stays well above it; a lower value means that something
 * else was computed. Accuracy itself is measured in cosines.mjs.
 */
const LEAST = 0.9;

/** Mean, minimum and number of cosines. Throws if one is below the minimum. */
export function checked(name, cosines) {
  const found = spread(cosines);
  if (found.minimum < LEAST) {
    throw new Error(`${name}: a vector has a cosine of ${found.minimum} to the f32 model's`);
  }
  return found;
}
