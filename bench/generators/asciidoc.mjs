import { join } from "node:path";

export default {
  generator: "AsciiDoc",
  content: "Git 2.39.5",
  make: (packages) =>
    join(
      packages.debian(
        "git-doc",
        "1:2.39.5-0+deb12u3",
        "3c89668a11053a6bafade3de1f611f4613db31e082af63f43d8c5b69ad8795ec",
      ),
      "usr/share/doc/git-doc",
    ),
};
