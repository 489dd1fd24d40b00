#!/usr/bin/env python3
"""Splits sections into texts that fit into the encoder, so that docfuse embeds each as one window.

    windows.py MODEL_DIR SECTIONS OUT

SECTIONS is a JSON array of {"title", "text"}. Writes another one to OUT, with texts split so that title, line break and
text together fit into the model. Sections whose title needs more than half of the limit are left out, because docfuse
would shorten the title.
"""

import json
import pathlib
import sys

from tokenizers import Tokenizer


def cut(text, offsets, budget):
    """Parts of text of at most budget word pieces each, split between words where possible."""
    start, first = 0, 0
    while len(offsets) - first > budget:
        starts = (at for at in range(first + budget, first, -1) if text[offsets[at][0] - 1].isspace())
        last = next(starts, first + budget)
        yield text[start : offsets[last][0]].strip()
        start, first = offsets[last][0], last
    yield text[start:].strip()


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    folder, sections, out = map(pathlib.Path, sys.argv[1:])
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    # Two are for [CLS] and [SEP].
    room = json.loads((folder / "model.json").read_text())["max_tokens"] - 2
    windows = []
    for section in json.loads(sections.read_text()):
        title, text = section["title"], section["text"]
        taken = len(tokenizer.encode(title, add_special_tokens=False).ids)
        if taken > room // 2:
            continue
        offsets = tokenizer.encode(text, add_special_tokens=False).offsets
        windows += [{"title": title, "text": part} for part in cut(text, offsets, room - taken)]
    out.write_text(json.dumps(windows))


if __name__ == "__main__":
    main()
