// Takes the place of the box on a development server if the site has not been built yet.

const NOTE = "Search works here after a build of the site, and then finds what that build had.";

class NoIndexYet extends HTMLElement {
  connectedCallback() {
    if (this.shadowRoot) return;
    const button = document.createElement("button");
    button.textContent = "Search";
    button.title = NOTE;
    button.style.cssText = "font: inherit; padding: 0.25em 0.75em; opacity: 0.6; cursor: help";
    button.addEventListener("click", () => alert(NOTE));
    this.attachShadow({ mode: "open" }).append(button);
  }
}

if (!customElements.get("docfuse-search")) customElements.define("docfuse-search", NoIndexYet);
