/** The style of the user interface, in the order in which its rules count. */

import AROUND from "./around.css";
import RESULTS from "./results.css";
import SCREENS from "./screens.css";

export const RESULTS_STYLE = RESULTS + AROUND + SCREENS;
