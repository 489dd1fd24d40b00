/**
 * The style of the shell: colours, the input, the button, and the dialog around the input. Colours and sizes that a site
 * may change are `--docfuse-*` properties. `light-dark()` follows the page's `color-scheme`; `theme="auto"` follows the
 * reader's system, `theme="light"` and `theme="dark"` are fixed.
 */
export const SHELL_STYLE: string = `
:host {
  --_background: var(--docfuse-background, light-dark(#ffffff, #1c1f24));
  --_text: var(--docfuse-text, light-dark(#1d2127, #e6e8eb));
  --_muted: var(--docfuse-muted, light-dark(#59616c, #a0a8b3));
  --_border: var(--docfuse-border, light-dark(#c9ced6, #3b424c));
  --_accent: var(--docfuse-accent, light-dark(#2357c5, #8fb4ff));
  --_selected: var(--docfuse-selected, light-dark(#e9effb, #2a3444));
  --_mark: var(--docfuse-mark, light-dark(#fff0b3, #5a4a12));
  --_error: var(--docfuse-error, light-dark(#a4262c, #ff9a9a));
  --_radius: var(--docfuse-radius, 8px);
  display: block;
  position: relative;
  max-width: var(--docfuse-width, 36em);
  color: var(--_text);
  font: var(--docfuse-font, 16px/1.45 system-ui, sans-serif);
  text-align: start;
}
:host([hidden]) { display: none; }
:host([theme="light"]) { color-scheme: light; }
:host([theme="dark"]) { color-scheme: dark; }
:host([theme="auto"]) { color-scheme: light dark; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
.unseen {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap;
}
input {
  width: 100%; margin: 0; padding: 0.55em 0.8em; appearance: none;
  font: inherit; color: inherit; background: var(--_background);
  border: 1px solid var(--_border); border-radius: var(--_radius);
}
input::-webkit-search-cancel-button { margin-inline-start: 0.5em; }
input::placeholder { color: var(--_muted); opacity: 1; }
input:focus-visible { outline: 2px solid var(--_accent); outline-offset: -1px; border-color: transparent; }
button { font: inherit; color: inherit; }
.icon {
  flex: none; width: 1.1em; height: 1.1em; fill: none; stroke: currentColor;
  stroke-width: 1.8; stroke-linecap: round;
}
.button {
  display: inline-flex; align-items: center; gap: 0.6em; max-width: 100%; margin: 0; padding: 0.45em 0.7em;
  cursor: pointer; color: var(--_muted); background: var(--_background);
  border: 1px solid var(--_border); border-radius: var(--_radius);
}
.button:focus-visible, .close:focus-visible { outline: 2px solid var(--_accent); }
kbd {
  padding: 0.1em 0.45em; font: inherit; font-size: 0.75em;
  border: 1px solid var(--_border); border-radius: calc(var(--_radius) / 2);
}
.dialog {
  width: min(46em, 100vw - 2em); max-width: none; max-height: min(80vh, 44em); margin: 8vh auto auto; padding: 0;
  flex-direction: column; overflow: hidden;
  color: var(--_text); background: var(--_background);
  border: 1px solid var(--_border); border-radius: calc(var(--_radius) * 1.5);
}
.dialog[open] { display: flex; }
.dialog::backdrop { background: rgb(10 14 22 / 50%); }
.bar { display: flex; align-items: center; gap: 0.5em; padding: 0.5em 0.8em; border-bottom: 1px solid var(--_border); }
.bar input { border: 0; outline: none; background: none; }
.body { position: relative; display: flex; flex-direction: column; min-height: 0; }
.close { margin: 0; padding: 0.4em; cursor: pointer; background: none; border: 0; border-radius: var(--_radius); }
@media (max-width: 600px) {
  .dialog { width: 100%; height: 100dvh; max-height: none; margin: 0; border: 0; border-radius: 0; }
}
`;
