"""Hook of MkDocs: pages of the repository outside of docs/, which docs/ links to, are pages of the site too.

Such a page is `repository/PATH` in the navigation, with its path in the repository. A relative link leads to the page
of the file that it names, from wherever in the repository. A folder is its README.md. In the navigation, a pattern with
`*` stands for the pages of docs/ that match it, in the order of their names.
"""

from __future__ import annotations

import posixpath
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
# Where pages of the repository are in the site, and those of docs/ in the repository.
PREFIX = "repository/"
DOCS = "docs/"
# Files that a link may name and that are pages by another name.
INSTEAD = {"README.md": "docs/index.md"}


class RepositoryLinks(Treeprocessor):
    """Resolves the links of one page after the other."""

    page: Page
    uris: set[str]

    def run(self, root: Element) -> None:
        """Called for each page, before MkDocs' own processor."""
        for element in root.iter():
            for attribute in ("href", "src"):
                if link := element.get(attribute):
                    resolved = self.resolved(link)
                    if resolved is None:
                        # Its text stands alone.
                        element.tag = "span"
                        element.attrib.clear()
                    else:
                        element.set(attribute, resolved)

    def resolved(self, link: str) -> str | None:
        """A link as MkDocs expects it: relative to the page's place in the site. None for a file that is no page."""
        scheme, host, path, query, fragment = urlsplit(link)
        if scheme or host or not path or path.startswith("/"):
            return link
        here = posixpath.dirname(self.page.file.src_uri)
        file = posixpath.normpath(posixpath.join(posixpath.dirname(in_repository(self.page.file.src_uri)), path))
        file = INSTEAD.get(file, file)
        if (ROOT / file).is_dir():
            file = posixpath.join(file, "README.md")
        uri = in_site(file)
        if uri not in self.uris:
            if not (ROOT / file).exists():
                message = f"{self.page.file.src_uri}: expected a file of the repository, found a link to {link}"
                raise PluginError(message)
            return None
        return urlunsplit(("", "", posixpath.relpath(uri, here or "."), query, fragment))


class RepositoryExtension(Extension):
    """Registers the processor: behind Markdown's own (20), before that of MkDocs (0)."""

    def __init__(self, links: RepositoryLinks) -> None:
        """`links` resolves the links of all pages."""
        super().__init__()
        self.links = links

    def extendMarkdown(self, md: object) -> None:  # noqa: N802
        """Called by Markdown for each page."""
        md.treeprocessors.register(self.links, "repository", 10)  # type: ignore[attr-defined]


LINKS = RepositoryLinks()


def in_repository(uri: str) -> str:
    """Path in the repository of a page of the site."""
    return uri.removeprefix(PREFIX) if uri.startswith(PREFIX) else DOCS + uri


def in_site(file: str) -> str:
    """The page of the site that a file of the repository is."""
    return file.removeprefix(DOCS) if file.startswith(DOCS) else PREFIX + file


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Writes patterns of the navigation out."""
    config.markdown_extensions.append(RepositoryExtension(LINKS))
    config.nav = list(expanded(config.nav, Path(config.docs_dir)))
    return config


def expanded(nav: list, docs: Path) -> list:
    """The entries of the navigation, with the pages of each pattern; without patterns that nothing matches."""
    for entry in nav:
        if not isinstance(entry, dict):
            yield entry
            continue
        ((title, to),) = entry.items()
        if isinstance(to, list):
            yield {title: list(expanded(to, docs))}
        elif "*" not in to:
            yield entry
        elif pages := sorted(path.relative_to(docs).as_posix() for path in docs.glob(to)):
            yield {title: pages if len(pages) > 1 else pages[0]}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages outside of docs/ that the navigation names."""
    for uri in named(config.nav):
        if uri.startswith(PREFIX):
            files.append(File.generated(config, uri, abs_src_path=str(ROOT / uri.removeprefix(PREFIX))))
    LINKS.uris = {file.src_uri for file in files}
    return files


def named(nav: list) -> list[str]:
    """All pages that the navigation names."""
    for entry in nav:
        if isinstance(entry, str):
            yield entry
        else:
            for to in entry.values():
                yield from named(to) if isinstance(to, list) else [to]


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Tells the processor whose links it resolves next."""
    LINKS.page = page
    return markdown
