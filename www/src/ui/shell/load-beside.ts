/** Loads scripts beside the one that has this function, in browsers that load them as they are. */

let retried = "";

export function load<T>(name: string): Promise<T> {
  // It takes an object as the text that it becomes.
  const loading = import(new URL(name + retried, import.meta.url) as never) as Promise<T>;
  // Some browsers keep a failure under the address of a module. Its fragment makes another one of the same script.
  loading.catch(() => (retried += "#"));
  return loading;
}
