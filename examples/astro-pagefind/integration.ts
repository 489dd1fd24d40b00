// astro-pagefind 2.0.1, src/pagefind.ts, with the calls of Pagefind's Node API replaced by those of docfuse/node. What
// changed is marked `was:`; the rest is as it was.
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { createIndex, type IndexOptions } from "docfuse/node"; // was: "pagefind", PagefindServiceConfig
import sirv from "sirv";

export interface DocfuseOptions {
  /** Passed to `createIndex`. */
  indexConfig?: IndexOptions;
}

export default function docfuse({ indexConfig }: DocfuseOptions = {}): AstroIntegration {
  let clientDir: string | undefined;
  return {
    name: "docfuse",
    hooks: {
      "astro:config:setup": ({ config, logger }) => {
        if (config.output === "server") {
          logger.warn(
            "Output type `server` does not produce static *.html pages in its output and thus will not work with this integration.",
          );
        }
        if (config.adapter) {
          clientDir = fileURLToPath(config.build.client);
        }
      },
      "astro:server:setup": ({ server, logger }) => {
        const outDir = clientDir ?? path.join(server.config.root, server.config.build.outDir);
        logger.debug(`Serving docfuse from ${outDir}`);
        const serve = sirv(outDir, {
          dev: true,
          etag: true,
        });
        server.middlewares.use((req, res, next) => {
          if (req.url?.startsWith("/docfuse/")) {
            serve(req, res, next);
          } else {
            next();
          }
        });
      },
      "astro:build:done": async ({ dir, logger }) => {
        const outDir = fileURLToPath(dir);
        // was: { index, errors: createErrors }
        const { index, error: createError } = await createIndex(indexConfig);
        if (!index) {
          logger.error("Docfuse failed to create index");
          logger.error(createError.message);
          return;
        }
        // was: addDirectory({ path: outDir }), { page_count, errors }
        const added = await index.addFolder(outDir);
        if (added.error) {
          logger.error("Docfuse failed to index files");
          logger.error(added.error.message);
          await index.close();
          return;
        } else {
          logger.info(`Docfuse read ${added.files} files`);
        }
        // was: writeFiles({ outputPath }), { outputPath, errors }
        const outputPath = path.join(outDir, "docfuse");
        const built = await index.build({ out: outputPath });
        if (built.error) {
          logger.error("Docfuse failed to write index");
          logger.error(built.error.message);
        } else {
          // Pagefind does not tell what it left out.
          built.leftOut.forEach(({ path, message }) => logger.warn(`${path}: ${message}`));
          built.warnings.forEach((warning) => logger.warn(warning));
          logger.info(`Docfuse wrote index to ${outputPath}`);
        }
        // was: nothing; Pagefind's process ends with the program.
        await index.close();
      },
    },
  };
}
