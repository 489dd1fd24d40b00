/** Under which the box keeps things in `sessionStorage` and `localStorage`, where scripts share them. */

/** Chosen hits, on their way to their pages. */
export const LANDING_KEY = "docfuse-landing";

/** Searches that the reader left through a hit. */
export const LEFT_KEY = "docfuse-left";

/** In `localStorage`: the model of Ollama that a reader uses. */
export const OLLAMA_KEY = "docfuse-ask";
