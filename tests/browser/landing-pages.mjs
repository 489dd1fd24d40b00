// Pages that hide their sections in the ways of generators, or have the words of a section elsewhere too.

const gap = `<div style="height: 3000px"></div>`;
const style = (css) => `<style>${css}</style>`;
const script = (code) => `<script type="module">${code}</script>`;
/** A section whose heading is in a panel. */
const section = (id, heading, text) => `<h2 id="${id}">${heading}</h2><p>${text}</p>`;

/** A script for tabs by ARIA's roles: `panelOf` is the panel of the tab with an index. */
const tabs = (panelOf) =>
  script(`const tabs = [...document.querySelectorAll("[role=tab]")];
  tabs.forEach((tab) => tab.addEventListener("click", () => {
    tabs.forEach((each, index) => {
      each.ariaSelected = String(each === tab);
      (${panelOf})(each, index).hidden = each !== tab;
    });
  }));`);

/** Tabs without ids, before panels of these contents. */
const tabList = (names, contents) => `<div><ul role="tablist">${names
  .split(" ")
  .map((name) => `<li role="tab">${name}</li>`)
  .join("")}</ul>
  <div>${contents.map((each, index) => `<div role="tabpanel" ${index > 0 ? "hidden" : ""}>${each}</div>`).join("")}</div></div>`;

/** A script for each of them; `clicks` counts. */
const groups = script(`document.querySelectorAll("[role=tablist]").forEach((list) => {
  const panels = [...list.nextElementSibling.children];
  [...list.children].forEach((tab, index) => tab.addEventListener("click", () => {
    globalThis.clicks = (globalThis.clicks ?? 0) + 1;
    panels.forEach((panel, other) => (panel.hidden = other !== index));
  }));
});`);

/** Radio buttons before panels of these contents. */
const radioSet = (name, contents) => `<div class="set">${contents
  .map((_, index) => `<input type="radio" name="${name}" ${index > 0 ? "" : "checked"}>`)
  .join("")}
  <div class="content">${contents.map((each) => `<div class="block">${each}</div>`).join("")}</div></div>`;

export const PAGES = {
  "start.html": { title: "Start" },
  "modal.html": { title: "Modal", attributes: `layout="modal"`, body: gap },
  // The words stand far below their heading.
  "far.html": {
    title: "Owls",
    body: `${gap}<h2 id="night">At night</h2><p>It is dark.</p>${gap}
      <p id="words">The <em>barn owl</em> hunts mice.</p>${gap}`,
  },
  // An application that replaces its content without loading a page.
  "app.html": {
    title: "Application",
    body: `<div id="content"></div>`,
    head: script(`document.addEventListener("docfuse-select", async (event) => {
      event.preventDefault();
      history.pushState(null, "", event.detail.href);
      const html = await (await fetch(event.detail.href)).text();
      const read = new DOMParser().parseFromString(html, "text/html");
      await new Promise((resolve) => setTimeout(resolve, 300));
      document.querySelector("#content").replaceChildren(...read.querySelector("main").childNodes);
    });`),
  },
  // The words stand before the section, too, in another one.
  "twice.html": {
    title: "Herons",
    body: `<h2 id="first">Contents</h2><p>A heron at a pond; more below.</p>${gap}
      <h2 id="second">Fishing</h2><p>A heron at a pond waits: heron, pond, heron, pond.</p>${gap}`,
  },
  "details.html": {
    title: "Kestrels",
    body: `${gap}<details><summary>More</summary>${section("folded", "In the wind", "The kestrel hovers.")}</details>${gap}`,
  },
  "until-found.html": {
    title: "Bitterns",
    body: `${gap}<div hidden="until-found">${section("reeds", "In the reeds", "The bittern booms.")}</div>${gap}`,
  },
  "aria.html": {
    title: "Plovers",
    body: `${gap}<div role="tablist"><button role="tab" aria-controls="p1">Sea</button>
      <button role="tab" aria-controls="p2">Shore</button></div>
      <div role="tabpanel" id="p1"><p>Far out.</p></div>
      <div role="tabpanel" id="p2" hidden>${section("shore", "At the shore", "The plover runs.")}</div>${gap}
      ${tabs("(tab) => document.getElementById(tab.getAttribute('aria-controls'))")}`,
  },
  "labelled.html": {
    title: "Dunlins",
    body: `${gap}<div role="tablist"><a role="tab" id="t1" href="#q1">Sand</a><a role="tab" id="t2" href="#q2">Mud</a></div>
      <div role="tabpanel" id="q1" aria-labelledby="t1"><p>Dry.</p></div>
      <div role="tabpanel" id="q2" aria-labelledby="t2" hidden>${section("mud", "In the mud", "The dunlin probes.")}</div>${gap}
      ${tabs("(tab) => document.getElementById(tab.getAttribute('href').slice(1))")}
      ${script(`document.querySelectorAll("a[role=tab]").forEach((tab) =>
        tab.addEventListener("click", (event) => event.preventDefault()))`)}`,
  },
  "order.html": {
    title: "Curlews",
    body: `${gap}<div><ul role="tablist"><li role="tab">Field</li><li role="tab">Moor</li></ul>
      <div><div role="tabpanel"><p>Flat.</p></div>
      <div role="tabpanel" hidden>${section("moor", "On the moor", "The curlew calls.")}</div></div></div>${gap}
      ${tabs("(tab, index) => document.querySelectorAll('[role=tabpanel]')[index]")}`,
  },
  // All radio buttons, then all labels, then all panels.
  "radios.html": {
    title: "Wigeons",
    head: style(`.block { display: none }
      .set:has(> :nth-child(1):checked) .block:nth-child(1),
      .set:has(> :nth-child(2):checked) .block:nth-child(2) { display: block }`),
    body: `${gap}<div class="set"><input type="radio" name="s" id="s1" checked><input type="radio" name="s" id="s2">
      <div><label for="s1">River</label><label for="s2">Lake</label></div>
      <div><div class="block"><p>It flows.</p></div>
      <div class="block">${section("lake", "On the lake", "The wigeon whistles.")}</div></div></div>${gap}`,
  },
  // Each radio button and label before its panel.
  "radio-pairs.html": {
    title: "Teals",
    head: style(`.panel { display: none } input:checked + label + .panel { display: block }`),
    body: `${gap}<div><input type="radio" name="s" id="s1" checked><label for="s1">Canal</label>
      <div class="panel"><p>Deep.</p></div>
      <input type="radio" name="s" id="s2"><label for="s2">Ditch</label>
      <div class="panel">${section("ditch", "In the ditch", "The teal dabbles.")}</div></div>${gap}`,
  },
  // Tabs in a tab, in a folded part.
  "nested.html": {
    title: "Siskins",
    head: style(`.panel { display: none } input:checked + label + .panel { display: block }`),
    body: `${gap}<details><summary>More</summary><input type="radio" name="a" checked><label>Outer</label>
      <div class="panel"><p>Outside.</p></div>
      <input type="radio" name="a"><label>Other</label><div class="panel">
        <input type="radio" name="b" checked><label>Inner</label><div class="panel"><p>Between.</p></div>
        <input type="radio" name="b"><label>Innermost</label>
        <div class="panel">${section("inner", "In the alders", "The siskin likes alders.")}</div>
      </div></details>${gap}`,
  },
  // A panel beside that of the section has tabs, as many as there are panels without it.
  "tabs-beside.html": {
    title: "Noddies",
    body: `${gap}${tabList("One Two Three", [
      tabList("Left Right", ["<p>Left.</p>", "<p>Right.</p>"]),
      section("reef", "On the reef", "The noddy nods."),
      "<p>Last.</p>",
    ])}${gap}${groups}`,
  },
  "radios-beside.html": {
    title: "Guillemots",
    head: style(`.block { display: none }
      .set:has(> :nth-child(1):checked) > .content > .block:nth-child(1),
      .set:has(> :nth-child(2):checked) > .content > .block:nth-child(2) { display: block }`),
    body: `${gap}${radioSet("o", [
      radioSet("i", ["<p>Near.</p>", "<p>Far.</p>"]),
      section("ledge", "On the ledge", "The guillemot guards."),
    ])}${gap}`,
  },
  // The heading is in sight, its text is folded.
  "summary.html": {
    title: "Marsupials",
    body: `${gap}<details><summary><h3 id="cubes">Why is the wombat cubic?</h3></summary>
      <p id="gut">Because of its gut.</p></details>${gap}`,
  },
  // The page has letters and accents apart, the index in one.
  "apart.html": {
    title: "Egrets",
    body: `${gap}<h2 id="marsh">In the marsh</h2><p>It is wet.</p>${gap}
      <p id="egret">Die Überläuferin: eine garça watet.</p>${gap}
      ${script(`const { firstChild } = document.getElementById("egret");
      firstChild.data = firstChild.data.normalize("NFD");`)}`,
  },
  // The section is seen, its words are in a panel.
  "words-in-panel.html": {
    title: "Crossbills",
    head: style(`.panel { display: none } input:checked + label + .panel { display: block }`),
    body: `${gap}<h2 id="trees">In trees</h2><input type="radio" name="a" checked><label>Leaves</label>
      <div class="panel"><p>Green.</p></div>
      <input type="radio" name="a"><label>Cones</label>
      <div class="panel"><p id="cones">The crossbill opens cones.</p></div>${gap}`,
  },
  // The content scrolls in a part of the window.
  "scroller.html": {
    title: "Smews",
    head: style(`main { height: 500px; overflow: auto }`),
    body: `${gap}<h2 id="ice">On the ice</h2><p>Cold.</p>${gap}<p id="smew">The smew dives.</p>${gap}`,
  },
  // A name stands in prose, with its parts, and far below on a line of its own.
  "entries.html": {
    title: "Settings",
    body: `<h2 id="birds">Birds</h2><p>With bird.nestBox, see bird.food and the nest; a bird likes its box.</p>
      ${"<p>* * * * * *</p>".repeat(60)}
      <p>bird.song</p><p>Sings. Ignored with bird.nestBox.</p>
      <p>bird.nestBox</p><p id="entry">Hangs a box at the wall.</p>
      <p>bird.food</p><p>Feeds on and on. ${"<br>* * *".repeat(60)}</p>${gap}`,
  },
  // Entries without ids, far below their heading.
  "terms.html": {
    title: "Storks",
    body: `<h2 id="storks">Storks</h2><p>Below.</p>${gap}
      <dl><dt>stork.nestPlace</dt><dd id="chimneys">${"Which chimneys. ".repeat(8)}</dd>
      <dt>stork.legColour</dt><dd>${"Red, mostly. ".repeat(8)}</dd></dl>${gap}`,
  },
  // Two bars stay at the top of the window, and a menu beside the text.
  "header.html": {
    title: "Avocets",
    head: style(`.bar { position: sticky; top: 0; height: 70px; background: #ccc; z-index: 2 }
      .bar + .bar { top: 70px; height: 30px }
      .menu { position: fixed; top: 0; left: 0; width: 80px; height: 100% }`),
    body: `<nav class="bar">Bar</nav><nav class="bar">Below</nav><nav class="menu">Menu</nav>${gap}
      <h2 id="lagoon">The avocet sweeps</h2><p>It sweeps.</p>${gap}
      <h2 id="saltpan">Salt</h2><p>The stilt nests here.</p>${gap}`,
  },
  // Tabs whose script comes when the page has loaded, as that of a framework.
  "late.html": {
    title: "Gadwalls",
    body: `${gap}<div role="tablist"><button role="tab" aria-controls="p1">Dam</button>
      <button role="tab" aria-controls="p2">Weir</button></div>
      <div role="tabpanel" id="p1"><p>Still.</p></div>
      <div role="tabpanel" id="p2" hidden>${section("weir", "At the weir", "The gadwall feeds.")}</div>${gap}
      ${script(`setTimeout(() => document.querySelectorAll("[role=tab]").forEach((tab) =>
        tab.addEventListener("click", () => document.querySelectorAll("[role=tabpanel]").forEach((panel) =>
          (panel.hidden = panel.id !== tab.getAttribute("aria-controls"))))), 800)`)}`,
  },
};
