// Docusaurus builds each locale as a site of its own, one after the other. One index has them all, at the root.
import { resolve } from "node:path";

/** The root of the whole site in addresses, and its folder, from the context of one locale. */
export function siteOf({ outDir, i18n }) {
  const { baseUrl: ofDefault } = i18n.localeConfigs[i18n.defaultLocale];
  const { baseUrl: own } = i18n.localeConfigs[i18n.currentLocale];
  const below = own.startsWith(ofDefault) ? own.slice(ofDefault.length) : "";
  // A locale with an address of its own, such as a domain, is a site of its own.
  if (!below || !posix(outDir).endsWith(`/${below}`)) return { base: own, folder: outDir };
  return { base: ofDefault, folder: resolve(outDir, "../".repeat(below.split("/").length - 1)) };
}

/** A folder with slashes, also at its end. */
const posix = (folder) => `${folder.replaceAll("\\", "/").replace(/\/$/, "")}/`;

/**
 * Whether no locale may follow: the default one is built first, the others in their order. If the command line names
 * some, each of them may be the last.
 */
export function isLastLocale({ i18n }, commandLine) {
  const { currentLocale, defaultLocale, locales } = i18n;
  const chosen = commandLine.some((argument) => /^(-l|--locale)/.test(argument));
  const order = [defaultLocale, ...locales.filter((locale) => locale !== defaultLocale)];
  return chosen || currentLocale === order.at(-1);
}
