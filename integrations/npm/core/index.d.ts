/** Settings of every Docfuse plugin. */
export interface DocfuseOptions {
  /** Options of `docfuse build`: `["--no-dense"]`, `["--config", "search.toml"]`. */
  build?: readonly string[];
  /** Attributes of `<docfuse-search>`: `{ encoder: "off", hotkey: "/" }`. */
  box?: Readonly<Record<string, string>>;
  /** Assistants that the box links: addresses, with `{prompt}` in them, by name. */
  assistants?: Readonly<Record<string, string>>;
  /** Path of a docfuse command, on systems for which npm has none. */
  command?: string;
}

/** The same, complete. */
export type Settings = Required<DocfuseOptions>;

/** Checks `options` and adds the defaults. Throws if one is unknown or of another type; `who` is named then. */
export function settings(options: DocfuseOptions | undefined, who: string): Settings;

/** Attributes of the box with those that the author sets. */
export function boxAttributes(settings: Settings): Record<string, string>;

/** Address of the index folder on a site whose root is `base`. */
export function folderAddress(base: string): string;

/** Address of the box's script on a site whose root is `base`. */
export function scriptAddress(base: string): string;

/** Writes the index of the built site in the folder `site`. Rejects if the command fails. */
export function buildIndex(site: string, settings: Settings): Promise<void>;

/** The folders whose files a development server sends below docfuse/, the first that has a file. */
export function devFolders(site: string): string[];
