/** Runs a classic script: all that pages opened from a folder load. */

/** What `outcome` makes of the script's element behind its run; `undefined` if there is no such script. */
export function runScript<T>(src: string, outcome: (script: HTMLScriptElement) => T): Promise<T | undefined> {
  return new Promise((resolve) => {
    const script = document.createElement("script");
    const done = (result: T | undefined) => {
      script.remove();
      resolve(result);
    };
    script.onload = () => done(outcome(script));
    script.onerror = () => done(undefined);
    script.src = src;
    document.head.append(script);
  });
}
