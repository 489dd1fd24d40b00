/**
 * Entry of `docfuse-offline.js`: the search box for pages opened from a folder, in one classic script. The build puts
 * `script-fetch` in place of `fetch`, and `page-worker` in place of the worker.
 */

import "../ui/define.js";
import { DocfuseSearchElement } from "../ui/element.js";

const { src } = document.currentScript as HTMLScriptElement;
DocfuseSearchElement.defaultBase = new URL(".", src).href;
