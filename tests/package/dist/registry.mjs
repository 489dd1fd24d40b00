// An npm registry on loopback with the packages of a release, and nothing else.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

/** Serves the tarballs in `folder` at a free port of 127.0.0.1. `without`: names of packages that it does not have. */
export async function registry(folder, without = []) {
  const packages = new Map();
  for (const file of readdirSync(folder)) {
    const path = join(folder, file);
    const text = execFileSync("tar", ["-xzOf", path, "package/package.json"], { encoding: "utf8" });
    const manifest = JSON.parse(text);
    if (!without.includes(manifest.name)) packages.set(manifest.name, { manifest, file, path });
  }
  const server = createServer((request, response) => {
    const name = decodeURIComponent(request.url.slice(1));
    const tarball = [...packages.values()].find(({ file }) => name === `tarballs/${file}`);
    if (tarball) return response.end(readFileSync(tarball.path));
    const found = packages.get(name);
    if (!found) return response.writeHead(404, { "content-type": "application/json" }).end("{}");
    const { manifest, file, path } = found;
    const integrity = `sha512-${createHash("sha512").update(readFileSync(path)).digest("base64")}`;
    const dist = { tarball: `http://${request.headers.host}/tarballs/${file}`, integrity };
    const versions = { [manifest.version]: { ...manifest, dist } };
    const document = { name, "dist-tags": { latest: manifest.version }, versions };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(document));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    /** Variables that make npm use it. */
    env: {
      npm_config_registry: `http://127.0.0.1:${server.address().port}/`,
      npm_config_audit: "false",
      npm_config_fund: "false",
      npm_config_update_notifier: "false",
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
