/**
 * Entry of `docfuse-offline.js`: the search box for pages opened from a folder, in one classic script. The build puts
 * `script-fetch` in place of `fetch`, and `page-worker` in place of the worker.
 */

import { Connection } from "../ui/shell/connection.js";
import "../ui/shell/define.js";
import "../ui/shell/define-parts.js";
import { land } from "../ui/shell/land.js";

const { src } = document.currentScript as HTMLScriptElement;
Connection.defaultBase = new URL(".", src).href;
land(true);
