import { defineConfig } from "astro/config";
import docfuse from "./integration.ts";

export default defineConfig({ integrations: [docfuse({ indexConfig: { dense: false } })] });
