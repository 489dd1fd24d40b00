/** Imports scripts that are there in the end, though the browser may keep an error in their place. */

/** Behind the address of a module that failed: browsers keep the failure under it. Its fragment makes another one. */
let again = "";

/** The module at `url`, from the network if what the browser keeps fails. Rejects for an empty one. */
export function importScript<T extends object>(url: URL): Promise<T> {
  const load = async (): Promise<T> => {
    // Not by `url.hash`: Turbopack's addresses are read-only.
    const module = (await import(/* @vite-ignore */ /* webpackIgnore: true */ url.href + again)) as T;
    if (Object.keys(module)[0]) return module;
    throw new Error("empty");
  };
  return load().catch(async () => {
    await renew(url);
    again += "#1";
    return load();
  });
}

/** Has the browser keep a file anew. Never rejects. */
export async function renew(url: URL): Promise<void> {
  await fetch(url, { cache: "reload" }).then((response) => response.text(), String);
}
