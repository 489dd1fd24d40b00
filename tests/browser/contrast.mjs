// Contrast of texts and borders in the box, as WCAG 2 measures it. These functions run in the page: `inBox` first.

/** Defines `globalThis.inBox`: the elements inside the box that are rendered. */
export function inBox() {
  globalThis.inBox = () => {
    const { shadowRoot } = document.querySelector("docfuse-search");
    return [...shadowRoot.querySelectorAll("*")].filter((element) => element.getClientRects().length > 0);
  };
}

/** Pairs of texts and borders with what is behind them, and their contrast by WCAG 2. */
export function contrasts() {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const over = (colours) => {
    canvas.fillStyle = "#fff";
    canvas.fillRect(0, 0, 1, 1);
    for (const colour of colours) {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  const behind = (element) => {
    const layers = [];
    for (let node = element; node; node = node.parentElement ?? node.getRootNode().host) {
      layers.unshift(getComputedStyle(node).backgroundColor);
      // The dialog and the panel cover the page.
      if (node.matches("dialog, .panel")) break;
    }
    return layers;
  };
  const found = [];
  for (const element of globalThis.inBox()) {
    const style = getComputedStyle(element);
    const layers = behind(element);
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "");
    const isText = own || element.matches("input, select");
    if (isText)
      found.push([
        `${element.className || element.localName} text`,
        contrast(over([...layers, style.color]), over(layers)),
        4.5,
      ]);
    if (element.matches("input:not(:focus), .button, .retry") && style.borderTopWidth !== "0px") {
      const outside = behind(element.parentElement ?? element.getRootNode().host);
      found.push([
        `${element.className || element.localName} border`,
        contrast(over([...outside, style.borderTopColor]), over(outside)),
        3,
      ]);
    }
  }
  return found;
}
