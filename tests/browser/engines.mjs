// The browsers of other engines than Chromium's, in which some tests run as well.
import { FIREFOX, launchFirefox } from "./firefox.mjs";
import { launchWebKit, WEBKIT } from "./webkit.mjs";

/** Of each its name, `launch`, and why its tests are skipped; undefined if it is here. */
export const ENGINES = [
  { name: "Firefox", skip: without("Firefox", FIREFOX), launch: launchFirefox },
  { name: "WebKit", skip: without("WebKit", WEBKIT), launch: launchWebKit },
];

/** In continuous integration (CI), nothing is skipped. */
function without(name, path) {
  if (path !== undefined) return undefined;
  const message = `no ${name} here; run: apt-get install firefox-esr webkit2gtk-driver xvfb`;
  if (process.env.CI) throw new Error(message);
  return message;
}
