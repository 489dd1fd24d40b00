/** What is indexed and what is kept for results: the same at build time and in the page. */
export const FIELDS = {
  fields: ["heading", "title", "text"],
  storeFields: ["url", "title", "heading", "text"],
};
