/** The version of the documentation that a page states, as the build reads it. */

import { VERSION_METAS } from "../generated/version-metas.js";

/** The versions in the `meta` elements of the page, separated by commas; empty for none. */
export function pageVersion(page: ParentNode): string {
  const metas = [...page.querySelectorAll<HTMLMetaElement>("meta[name]")];
  const stated = metas.filter(({ name }) => VERSION_METAS.includes(name)).map(({ content }) => content);
  const versions = stated.flatMap((content) => content.split(",")).map((version) => version.trim());
  return [...new Set(versions)].filter(Boolean).join(",");
}

/** A title with the version of its page, unless the title has it. */
export function versioned({ title, version }: { title: string; version?: string | undefined }): string {
  return version === undefined || title.includes(version) ? title : `${title} (${version})`;
}
