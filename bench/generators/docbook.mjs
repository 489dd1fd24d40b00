import { join } from "node:path";

export default {
  generator: "DocBook XSL",
  content: "aptitude 0.8.13",
  ignore: [".navheader", ".navfooter"],
  make: (packages) =>
    join(
      packages.debian(
        "aptitude-doc-en",
        "0.8.13-5",
        "ba4864ca26464bbe06acd94dc4a79402eea5d7b2d3da943d6ecce3c752bc9e84",
      ),
      "usr/share/doc/aptitude/html/en",
    ),
};
