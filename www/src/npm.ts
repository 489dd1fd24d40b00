/** Entry of the npm package: the client alone, without side effects. */

export * from "./exports.js";
