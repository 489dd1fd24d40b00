/** Time that goes on while everything waits, for tests of limits of time. */

import type { TestContext } from "node:test";

let clock = Date.now();

/** The result of `work` and the seconds it takes, by a clock that goes on while everything waits. */
export async function timed<T>(
  t: TestContext,
  work: () => Promise<T>,
): Promise<[result: T, seconds: number]> {
  // No test may meet the last byte of another one.
  t.mock.timers.enable({ apis: ["setTimeout", "Date"], now: (clock += 1e7) });
  try {
    let done = false;
    const result = work().finally(() => (done = true));
    for (let second = 0; ; second += 1) {
      for (let turn = 0; turn < 20; turn += 1) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1); // streams decompress on other threads
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (done) return [await result, second];
      t.mock.timers.tick(1000);
    }
  } finally {
    t.mock.timers.reset();
  }
}
