/** The style of the user interface, beside that of the shell, which has the colours. */
export const STYLE: string = `
.panel {
  /* In the top layer, so that no container clips it; the view places it below the input. */
  position: fixed; inset: auto; margin: 0; padding: 0; flex-direction: column;
  width: max(var(--_input-width), min(var(--docfuse-panel-width, 36em), 100vw - 16px));
  color: inherit; background: var(--_background);
  border: 1px solid var(--_border); border-radius: var(--_radius);
  box-shadow: 0 10px 30px light-dark(rgb(15 23 42 / 16%), rgb(0 0 0 / 55%));
  overflow: hidden;
}
.panel:popover-open { display: flex; }
.list { overflow-y: auto; overscroll-behavior: contain; padding: 0.35em; }
.list:empty { display: none; }
.group + .group { margin-top: 0.35em; padding-top: 0.35em; border-top: 1px solid var(--_border); }
.page { padding: 0.35em 0.75em 0.15em; font-size: 0.8em; font-weight: 600; color: var(--_muted); }
.hit {
  display: block; padding: 0.4em 0.6em; border-radius: calc(var(--_radius) - 3px);
  color: inherit; text-decoration: none;
}
.hit:hover { background: var(--_selected); }
.hit[aria-selected="true"] { background: var(--_selected); box-shadow: inset 3px 0 var(--_accent); }
.suggestion {
  display: block; padding: 0.3em 0.6em; border-radius: calc(var(--_radius) - 3px); cursor: pointer;
  color: var(--_accent); text-decoration: none; overflow-wrap: anywhere;
}
.suggestion:hover, .suggestion[aria-selected="true"] { background: var(--_selected); }
.suggestion[aria-selected="true"] { box-shadow: inset 3px 0 var(--_accent); }
div.also { padding: 0 0.75em 0.4em; font-size: 0.8em; color: var(--_muted); }
a.also { color: var(--_accent); }
a.also[aria-selected="true"] { background: var(--_selected); outline: 2px solid var(--_accent); }
.correction { padding: 0.6em 1em 0.2em; font-size: 0.88em; color: var(--_muted); }
.heading { display: flex; align-items: baseline; gap: 0.6em; font-weight: 600; color: var(--_accent); overflow-wrap: anywhere; }
.path {
  flex: 1 1 0; min-width: 0; overflow: hidden; white-space: nowrap; text-overflow: ellipsis;
  font-size: 0.8em; font-weight: 400; color: var(--_muted);
}
.excerpt {
  display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden;
  font-size: 0.88em; color: var(--_muted); overflow-wrap: anywhere;
}
mark { padding: 0 0.1em; border-radius: 2px; color: var(--_text); background: var(--_mark); }
.message { padding: 0.9em 1em; }
.note {
  display: flex; align-items: center; gap: 0.6em; padding: 0.45em 1em;
  font-size: 0.8em; color: var(--_muted); border-top: 1px solid var(--_border);
}
.note progress { flex: none; width: 5em; height: 0.5em; accent-color: var(--_accent); }
.failure { display: flex; align-items: center; gap: 1em; padding: 0.9em 1em; color: var(--_error); }
.failure p { flex: 1; margin: 0; overflow-wrap: anywhere; }
.failure small { display: block; color: var(--_muted); }
.retry {
  font: inherit; font-size: 0.9em; padding: 0.3em 0.9em; cursor: pointer;
  color: var(--_text); background: var(--_background);
  border: 1px solid var(--_border); border-radius: var(--_radius);
}
.retry:focus-visible { outline: 2px solid var(--_accent); }
.busy { position: absolute; inset: auto 1px 1px; height: 2px; overflow: hidden; border-radius: var(--_radius); }
.busy::after {
  content: ""; display: block; width: 30%; height: 100%; background: var(--_accent);
  /* The delay outlasts most answers, so nothing flickers. */
  animation: travel 1.1s 0.25s ease-in-out infinite alternate; transform: translateX(-100%);
}
@keyframes travel { to { transform: translateX(334%); } }
@media (prefers-reduced-motion: reduce) {
  .busy::after { animation: none; width: 100%; transform: none; opacity: 0.5; }
}
@media (forced-colors: active) {
  .hit[aria-selected="true"], .suggestion[aria-selected="true"] { outline: 2px solid Highlight; }
}
`;
