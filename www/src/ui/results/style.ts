/** The style of the user interface, beside that of the shell, which has the colours. */
export const STYLE: string = `
.panel {
  /* In the top layer, so that no container clips it; "Panel" places it below the input. */
  position: fixed; inset: auto; margin: 0; padding: 0; flex-direction: column; overflow: hidden;
  width: max(var(--_input-width), min(var(--docfuse-panel-width, 36em), 100vw - 16px));
  color: inherit; background: var(--_background);
  border: 1px solid var(--_border); border-radius: calc(var(--_radius) * 1.25);
  box-shadow: 0 12px 36px light-dark(rgb(15 23 42 / 18%), rgb(0 0 0 / 58%));
}
.panel:popover-open { display: flex; }
.list {
  position: relative; flex: 0 1 auto; padding: 0.5em; overflow-y: auto; overscroll-behavior: contain;
  scrollbar-width: thin; scrollbar-color: var(--_border) transparent;
}
.list:empty { display: none; }
.dialog .list, .panel .list:first-child { border-top: 1px solid transparent; }
.dialog .body > :not([hidden]) { border-top: 1px solid var(--_border); }
.dialog .body > :not([hidden]) ~ * { border-top: 0; }
.group + .group { margin-top: 0.35em; padding-top: 0.35em; border-top: 1px solid var(--_border); }
.page {
  padding: 0.5em calc(0.8125em + 3px) 0.25em; font-size: 0.8em; font-weight: 600; color: var(--_muted); overflow-wrap: anywhere;
}
.hit, .suggestion {
  display: block; padding: 0.45em 0.65em; border-radius: calc(var(--_radius) - 2px);
  border-inline-start: 3px solid transparent; color: inherit; text-decoration: none; cursor: pointer;
}
.hit:hover, .suggestion:hover { background: light-dark(rgb(15 23 42 / 4%), rgb(255 255 255 / 5%)); }
.hit[aria-selected="true"], .suggestion[aria-selected="true"] {
  background: var(--_selected); border-inline-start-color: var(--_accent);
}
.heading { display: flex; align-items: baseline; gap: 0.6em; font-weight: 600; overflow-wrap: anywhere; }
.hit:hover .heading, .hit[aria-selected="true"] .heading, .suggestion { color: var(--_accent); }
.suggestion { overflow-wrap: anywhere; }
.path {
  flex: 1 1 0; min-width: 0; overflow: hidden; white-space: nowrap; text-overflow: ellipsis;
  font-size: 0.8em; font-weight: 400; color: var(--_muted);
}
.excerpt {
  display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden;
  margin-top: 0.1em; font-size: 0.88em; color: var(--_muted); overflow-wrap: anywhere;
}
mark { padding: 0 0.1em; border-radius: 3px; color: var(--_text); background: var(--_mark); }
div.also { padding: 0 calc(0.8em + 3px) 0.4em; font-size: 0.8em; color: var(--_muted); }
a.also { color: var(--_accent); }
a.also[aria-selected="true"] { background: var(--_selected); outline: 2px solid var(--_accent); border-radius: 2px; }
.correction { padding: 0.6em 1.15em 0.2em; font-size: 0.88em; color: var(--_muted); }
.message { padding: 1.1em 1.15em; overflow-wrap: anywhere; }
.note {
  display: flex; flex: none; align-items: center; gap: 0.6em; padding: 0.5em 1.15em;
  font-size: 0.8em; color: var(--_muted); border-top: 1px solid var(--_border);
}
.note progress { flex: none; width: 5em; height: 0.5em; accent-color: var(--_accent); }
.failure { display: flex; align-items: center; gap: 1em; padding: 1em 1.15em; color: var(--_error); }
.failure p { flex: 1; margin: 0; overflow-wrap: anywhere; }
.failure small { display: block; color: var(--_muted); }
.retry {
  font-size: 0.9em; padding: 0.4em 0.9em; color: var(--_text); background: var(--_background);
  border: 1px solid var(--_control); border-radius: var(--_radius);
}
.retry:hover { border-color: var(--_accent); }
.footer {
  display: flex; flex: none; gap: 1.4em; padding: 0.6em 1.15em;
  font-size: 0.78em; color: var(--_muted); border-top: 1px solid var(--_border);
}
.footer span { display: flex; align-items: center; gap: 0.4em; }
.footer kbd { min-width: 1.9em; padding: 0.1em 0.3em; font-size: 0.95em; text-align: center; }
@media (max-width: 600px), (hover: none) { .footer { display: none; } }
.busy { position: absolute; z-index: 1; inset: auto 1px 1px; height: 2px; overflow: hidden; border-radius: var(--_radius); }
.body > .busy { inset: -1px 0 auto; }
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
  .hit[aria-selected="true"], .suggestion[aria-selected="true"] { outline: 2px solid Highlight; outline-offset: -2px; }
}
/* details */
`;
