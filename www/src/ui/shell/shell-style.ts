/**
 * The style of the shell: colours, the input, the button, and the dialog around the input. Colours and sizes that a site
 * may change are `--docfuse-*` properties. `light-dark()` follows the `color-scheme` of the page, or what the shell found
 * out about the page; `theme="auto"` follows the reader's system, `theme="light"` and `theme="dark"` are fixed.
 */
export const SHELL_STYLE: string = `
:host {
  --_background: var(--docfuse-background, light-dark(#ffffff, #16191f));
  --_text: var(--docfuse-text, light-dark(#1c2028, #e8eaee));
  --_muted: var(--docfuse-muted, light-dark(#59616e, #a3abb8));
  --_border: var(--docfuse-border, light-dark(#dfe3ea, #2e343e));
  --_control: var(--docfuse-border, light-dark(#868e9b, #6d7684));
  --_accent: var(--docfuse-accent, light-dark(#2357c5, #8fb4ff));
  --_selected: var(--docfuse-selected, light-dark(#ebf1fd, #242e41));
  --_mark: var(--docfuse-mark, light-dark(#ffedab, #56460f));
  --_error: var(--docfuse-error, light-dark(#a4262c, #ff9a9a));
  --_radius: var(--docfuse-radius, 8px);
  display: block;
  position: relative;
  max-width: var(--docfuse-width, 576px);
}
:host([layout="modal"]) { display: inline-block; max-width: var(--docfuse-width, 256px); min-width: 40px; vertical-align: middle; }
:host([hidden]) { display: none; }
.root {
  /* The page's text styles end here; direction is not among "all". */
  all: initial; display: contents; color-scheme: inherit;
  color: var(--_text); font: var(--docfuse-font, medium/1.45 system-ui, sans-serif);
  -webkit-text-size-adjust: 100%;
}
.root.light, :host([theme="light"]) .root { color-scheme: light; }
.root.dark, :host([theme="dark"]) .root { color-scheme: dark; }
:host([theme="auto"]) .root { color-scheme: light dark; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
.unseen {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap;
}
input {
  display: block; width: 100%; min-width: 0; height: 2.5em; margin: 0; padding: 0 0.75em; appearance: none; text-align: start;
  font: inherit; letter-spacing: inherit; color: inherit; background: var(--_background);
  border: 1px solid var(--_control); border-radius: var(--_radius);
}
input::-webkit-search-cancel-button { margin-inline-start: 0.5em; }
input::placeholder { color: var(--_muted); opacity: 1; }
input:focus-visible { outline: 2px solid var(--_accent); outline-offset: -1px; border-color: transparent; }
button { font: inherit; letter-spacing: inherit; color: inherit; cursor: pointer; }
button:focus-visible { outline: 2px solid var(--_accent); outline-offset: 1px; }
.icon {
  flex: none; width: 1.15em; height: 1.15em; fill: none; stroke: currentColor;
  stroke-width: 1.8; stroke-linecap: round;
}
kbd {
  flex: none; padding: 0.1em 0.45em; font: inherit; font-size: 0.75em; line-height: 1.4; color: var(--_muted);
  border: 1px solid var(--_border); border-radius: 4px;
}
.unavailable { margin: 0; padding: 0.5em 0.75em; color: var(--_error); background: var(--_background); }
.button {
  /* Where the bar is too narrow for all of it, the key and the text go on in lines that nobody sees. */
  display: flex; flex-wrap: wrap; align-items: center; align-content: start; gap: 0.6em; overflow: hidden;
  width: 100%; height: 2.5em; margin: 0; padding: calc(0.5em - 1px) calc(0.68em - 1px);
  line-height: 1.5; text-align: start; color: var(--_muted); background: var(--_background);
  border: 1px solid var(--_control); border-radius: var(--_radius);
}
.button .icon { height: 1.5em; }
.button .text { flex: 1 0 auto; max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.button:hover { color: var(--_text); border-color: var(--_accent); }
.dialog {
  position: fixed; inset: 0; flex-direction: column; overflow: hidden;
  width: min(var(--docfuse-dialog-width, var(--_width, 46em)), 100vw - 2em); max-width: none; height: fit-content;
  max-height: min(44em, var(--_seen, 100dvh) - 4em); margin: clamp(1em, 9vh, 6em) auto auto; padding: 0;
  color: var(--_text); background: var(--_background);
  border: 1px solid var(--_border); border-radius: calc(var(--_radius) * 1.5);
  box-shadow: 0 24px 64px light-dark(rgb(15 23 42 / 28%), rgb(0 0 0 / 65%));
}
.dialog[open] { display: flex; }
.wide { --_width: 62em; }
.dialog::backdrop { background: light-dark(rgb(22 27 38 / 48%), rgb(0 0 0 / 62%)); }
.bar { display: flex; flex: none; align-items: center; gap: 0.4em; padding: 0.45em 0.6em 0.45em 0.95em; color: var(--_accent); }
.bar input { flex: 1; height: 2.6em; padding: 0 0.5em; font-size: 1.125em; color: var(--_text); background: none; border: 0; outline: none; }
.bar input::-webkit-search-cancel-button { display: none; }
.body { position: relative; display: flex; flex: 0 1 auto; flex-direction: column; min-height: 0; }
.close {
  display: flex; flex: none; align-items: center; justify-content: center; min-width: 2.5em; height: 2.5em;
  margin: 0; padding: 0 0.5em; color: var(--_muted); background: none; border: 0; border-radius: var(--_radius);
}
.close .icon { display: none; }
.close:hover, .close:hover kbd { color: var(--_text); }
@media (max-width: 600px), (hover: none) {
  .button kbd, .close kbd { display: none; }
  .close .icon { display: block; }
}
@media (max-width: 600px) {
  .button { width: 2.5em; }
  .dialog {
    width: 100%; height: var(--_seen, 100dvh); max-height: none; margin: 0;
    border: 0; border-radius: 0; box-shadow: none;
  }
  .dialog .body { flex: 1 1 auto; }
}
@media (prefers-reduced-motion: no-preference) {
  .dialog[open] { animation: appear 0.14s ease-out; }
  .dialog[open]::backdrop { animation: fade 0.14s ease-out; }
}
@keyframes appear { from { opacity: 0; transform: translateY(-6px) scale(0.99); } }
@keyframes fade { from { opacity: 0; } }
@media (forced-colors: active) {
  .dialog { border: 1px solid CanvasText; }
}
@media print { :host { display: none; } }
`;
