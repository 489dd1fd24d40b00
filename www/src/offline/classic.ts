/**
 * Entry of `docfuse-classic.js`, a classic script: loads `docfuse.js` where modules work. In a page opened from a folder
 * (`file:`) browsers refuse modules, workers and `fetch`, so it loads `docfuse-offline.js` there.
 */

const { src } = document.currentScript as HTMLScriptElement;

if (location.protocol === "file:") {
  const script = document.createElement("script");
  script.src = new URL("docfuse-offline.js", src).href;
  document.head.append(script);
} else {
  void import(new URL("docfuse.js", src).href);
}
