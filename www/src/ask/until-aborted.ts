/** Aborting counts at once, also where who is asked does not listen to the signal. */

/** What `pending` settles to, or the reason of the signal, as soon as it aborts. */
export function untilAborted<T>(pending: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason as Error);
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort);
    void pending.then(resolve, reject).then(() => signal?.removeEventListener("abort", abort));
  });
}
