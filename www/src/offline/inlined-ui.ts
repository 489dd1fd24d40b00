/** The user interface in the same script, in place of `load-ui`: pages opened from a folder load no modules. */

import type { UserInterface } from "../ui/shell/shell.js";
import * as ui from "../ui/ui.js";

export function loadUi(): Promise<UserInterface> {
  return Promise.resolve(ui);
}
