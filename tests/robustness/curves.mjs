// Curves of growth as an SVG picture: one panel a figure, pages on a logarithmic axis.

const [WIDTH, HEIGHT, MARGIN, GAP] = [220, 150, 46, 24];

/**
 * The picture. `figures` are rows of numbers, smallest site first: the pages, then one number for each of `titles`, which
 * have their units.
 */
export function curves(titles, figures) {
  const pages = figures.map(([count]) => count);
  const values = titles.map((_, i) => figures.map((row) => row[i + 1]));
  const panels = titles.map((title, i) => panel(pages, title, values[i], i * (WIDTH + MARGIN + GAP)));
  const label = titles.map((title, i) => `${title}: ${values[i].map(short).join(", ")}`).join("; ");
  const width = titles.length * (WIDTH + MARGIN + GAP);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT + 70}" role="img" aria-label="${label}">
<style>text{font:12px system-ui,sans-serif;fill:#767676}path,line{fill:none;stroke:#767676}circle{fill:#2a6fdb}path.curve{stroke:#2a6fdb;stroke-width:2}</style>
${panels.join("\n")}
</svg>
`;
}

function panel(pages, title, values, left) {
  const top = Math.max(...values) * 1.1;
  const [least, most] = [pages[0], pages.at(-1)].map(Math.log);
  const x = (count) =>
    round(MARGIN + (most > least ? (Math.log(count) - least) / (most - least) : 0.5) * WIDTH);
  const y = (value) => round(30 + HEIGHT * (1 - value / top));
  const points = pages.map((count, i) => [x(count), y(values[i])]);
  return `<g transform="translate(${left} 0)">
<text x="${MARGIN}" y="16">${title}</text>
<path d="M${MARGIN} 30V${30 + HEIGHT}H${MARGIN + WIDTH}"/>
<path class="curve" d="M${points.map((point) => point.join(" ")).join("L")}"/>
${points.map(([cx, cy], i) => mark(cx, cy, values[i], pages[i])).join("\n")}
</g>`;
}

const mark = (x, y, value, pages) =>
  `<circle cx="${x}" cy="${y}" r="3"/><text x="${x}" y="${y - 8}" text-anchor="middle">${short(value)}</text>` +
  `<text x="${x}" y="${HEIGHT + 48}" text-anchor="middle">${pages.toLocaleString("en")}</text>`;

const short = (value) => (value < 10 ? value.toFixed(1) : value.toFixed(0));

const round = (value) => Math.round(value * 10) / 10;
