/** What `docfuse/node` opens an index with; not exported by the package. */

export { open } from "./client/open.js";
export { useFileFetch } from "./client/surroundings.js";
