/** The style of filters, past searches, the preview, and what can be done with results. */
export const MORE_STYLE: string = `
.main { display: flex; min-height: 0; }
.main > .list { flex: 1 1 0; min-width: 0; }
.preview {
  flex: 0 1 44%; overflow-y: auto; overscroll-behavior: contain; position: relative;
  padding: 0.6em 1em; border-inline-start: 1px solid var(--_border); font-size: 0.9em; overflow-wrap: anywhere;
}
.preview p { margin: 0.5em 0; white-space: pre-wrap; }
@media (max-width: 900px) { .preview { display: none; } }
@media (min-width: 901px) { .main:has(> .preview:not([hidden])) { flex: 0 1 32em; } } /* whatever the section */
.filters {
  display: flex; flex: none; gap: 0.4em; padding: 0.5em 0.8em 0.2em; overflow-x: auto; scrollbar-width: none;
}
.chip, .copy {
  flex: none; padding: 0.15em 0.7em; font-size: 0.82em; white-space: nowrap; cursor: pointer;
  color: var(--_muted); background: none; border: 1px solid var(--_border); border-radius: 1em;
}
.chip small { font-size: 0.85em; }
.chip[aria-pressed="true"] { color: var(--_accent); border-color: var(--_accent); background: var(--_selected); }
.chip:hover, .copy:hover { color: var(--_text); }
.link {
  padding: 0; font: inherit; color: var(--_accent); text-decoration: underline; cursor: pointer;
  background: none; border: 0;
}
.nothing { display: flex; flex-wrap: wrap; gap: 0.4em 1.2em; padding: 0 1em 0.9em; font-size: 0.9em; }
.kind, .meaning {
  flex: none; padding: 0 0.45em; font-size: 0.72em; font-weight: 400; color: var(--_muted);
  border: 1px solid var(--_border); border-radius: 1em;
}
.meaning { border-style: dashed; }
.hand {
  display: flex; flex: none; flex-wrap: wrap; align-items: center; gap: 0.3em 0.8em; padding: 0.45em 1em;
  font-size: 0.9em; color: var(--_muted); border-top: 1px solid var(--_border);
}
.bottom { display: flex; flex: none; align-items: center; border-top: 1px solid var(--_border); }
.bottom > * { border-top: 0; }
@media (max-width: 600px), (hover: none) { .bottom:has(> .hand[hidden]) { display: none; } }
.bottom .footer { margin-inline-start: auto; }
.hand span, .assistant { font-size: 0.82em; }
.assistant { color: var(--_accent); }
.past { overflow-y: auto; padding: 0.35em; }
.past .page { display: flex; align-items: center; justify-content: space-between; }
.past ul { margin: 0; padding: 0; list-style: none; }
.past li { display: flex; align-items: center; border-radius: calc(var(--_radius) - 3px); }
.past li:hover, .past li:focus-within { background: var(--_selected); }
.query {
  flex: 1 1 0; min-width: 0; padding: 0.4em 0.6em; overflow: hidden; text-align: start; text-overflow: ellipsis;
  white-space: nowrap; cursor: pointer; background: none; border: 0;
}
.small {
  flex: none; display: flex; padding: 0.45em; font-size: 0.85em; cursor: pointer; color: var(--_muted);
  background: none; border: 0; border-radius: 50%;
}
.small:hover { color: var(--_text); }
.link:focus-visible, .chip:focus-visible, .copy:focus-visible, .query:focus-visible, .small:focus-visible,
.assistant:focus-visible, .preview:focus-visible { outline: 2px solid var(--_accent); outline-offset: -1px; }
.skeleton { padding: 0.9em 1em; }
.skeleton div { height: 0.9em; margin: 0.7em 0; border-radius: 0.3em; background: var(--_border); opacity: 0.5; }
.skeleton div:nth-child(2) { width: 85%; }
.skeleton div:last-child { width: 60%; }
@media (forced-colors: active) { .chip[aria-pressed="true"] { outline: 2px solid Highlight; } }
`;
