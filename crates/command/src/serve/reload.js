// @ts-check
// Reloads a page that `docfuse serve --watch` serves once files of the site have changed. The server adds this script to
// the pages that it sends, never to files.
(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const shown = new URL(script.src).searchParams.get("site");
  /** @type {EventSource | undefined} */
  let events;
  const listen = () => {
    events?.close();
    events = undefined;
    // Browsers allow six connections to a host, so a page in the background has none.
    if (document.visibilityState === "hidden") return;
    events = new EventSource(new URL("events", script.src));
    events.onmessage = ({ data }) => {
      if (String(JSON.parse(data).site) !== shown) location.reload();
    };
  };
  document.addEventListener("visibilitychange", listen);
  // A page that comes back from the back/forward cache has lost its connection.
  addEventListener("pageshow", listen);
})();
