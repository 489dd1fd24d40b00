// How light it is behind an element of a page.

/** From 0 to 1. Runs in the page, and needs nothing else of it. */
function luminance(element) {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  for (let at = element; at; at = at.parentElement ?? at.getRootNode().host) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = getComputedStyle(at).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    if (alpha > 127) return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
  }
  // Without any background, that of the canvas, which follows the page's colour scheme.
  const probe = document.body.appendChild(document.createElement("div"));
  probe.style.background = "Canvas";
  const found = luminance(probe);
  probe.remove();
  return found;
}

/** Makes it known to what runs in the page, as `luminanceBehind`. */
export function giveLuminance(page) {
  return page.evaluate(`globalThis.luminanceBehind = ${luminance}; undefined`);
}
