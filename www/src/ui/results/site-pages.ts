/** The pages to which a site leads from everywhere: the links of the header and the navigation of the page. */

const LINKS = ":is(header, nav, [role=banner], [role=navigation]) a[href]";
const MOST = 6;
/** What is longer is no name, what is shorter a sign. */
const LENGTHS = [2, 40] as const;

/** Their names by address, in the order of the page; none that leads out of the site, or only within the page. */
export function sitePages(site: URL): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const names = new Set<string>();
  for (const link of document.querySelectorAll<HTMLAnchorElement>(LINKS)) {
    const address = link.href.split("#")[0] ?? "";
    const name = link.textContent.trim().replace(/\s+/g, " ");
    const isNamed = name.length >= LENGTHS[0] && name.length <= LENGTHS[1] && !names.has(name);
    const isOther = address !== location.href.split("#")[0] && !found.has(address);
    if (!isNamed || !isOther || !address.startsWith(site.href) || link.closest("main, article")) continue;
    found.set(address, name);
    names.add(name);
    if (found.size === MOST) break;
  }
  return found;
}
