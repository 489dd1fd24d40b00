/** Addresses of folders. */

/** The URL of a folder, with a final slash, without query and fragment. */
export function folderUrl(address: string | URL, against?: string): URL {
  const url = new URL(address, against);
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  url.search = "";
  url.hash = "";
  return url;
}
