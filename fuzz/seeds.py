#!/usr/bin/env python3
"""Writes the first test cases of fuzz/corpus, from the files in tests/fixtures. Needed again after a change of the
format: fuzz/seeds.py, then fuzz/run.sh, which drops what is no longer read."""

import base64
import gzip
import json
import pathlib
import re
import struct
import zlib

ROOT = pathlib.Path(__file__).resolve().parent
FIXTURES = ROOT.parent / "tests" / "fixtures"
GOLDEN = FIXTURES / "golden"
HEADER = 16
GZIP = b"\x1f\x8b\x08"


def members(path):
    """The decompressed blocks of a pack: gzip members, one behind the other. What is not compressed comes as one."""
    rest = path.read_bytes()
    while rest:
        if not rest.startswith(GZIP):
            end = rest.find(GZIP)
            yield rest[: end if end > 0 else len(rest)]
            rest = rest[end:] if end > 0 else b""
            continue
        stream = zlib.decompressobj(31)
        yield stream.decompress(rest)
        rest = stream.unused_data


def write(target, name, *parts):
    folder = ROOT / "corpus" / target
    folder.mkdir(parents=True, exist_ok=True)
    content = b"".join(part.encode() if isinstance(part, str) else part for part in parts)
    (folder / f"seed-{name}").write_bytes(content)


def part(content):
    return struct.pack("<H", len(content)) + content


def after_place(block):
    """A block of terms behind the place of its positions, four varints."""
    ends = [at for at, byte in enumerate(block) if byte < 0x80]
    return block[ends[3] + 1 :]


def of_kind(kind):
    blocks = [block for path in sorted(GOLDEN.glob(f"{kind}-*")) for block in members(path)]
    blocks = [block[HEADER:] if block.startswith(b"DF") else block for block in blocks]
    return list(enumerate(filter(None, blocks)))


manifest = json.loads((GOLDEN / "docfuse.json").read_text())
directory = base64.b64decode(manifest["directory"]["content"])
directory = gzip.decompress(directory) if directory.startswith(GZIP) else directory
pages, sections = manifest["pages"], manifest["sections"]
write("directory", "golden", directory[HEADER:])
write("manifest", "golden", (GOLDEN / "docfuse.json").read_bytes())
# A directory of one page with two sections, whose leaves are blocks of their own, and these.
table = lambda *lengths: bytes([1, 1]) + bytes(8) + bytes([len(lengths), 0]) + bytes(len(lengths)) + bytes(lengths)
small = bytes(7) + struct.pack("<f", 1) + bytes([1, 2, 0]) + table(9, 9) + bytes([128, 1, 1, 1, 1, 2, 0, 0]) + bytes(18)
write("leaf", "texts", part(small), bytes([0, 0]), table(0, 50, 0), bytes([1, 2]))
write("leaf", "terms", part(small), bytes([1, 0]), table(5, 50, 60), b"\0\1a")
for number, file in of_kind("auxiliary"):
    write("auxiliary_directory", number, file)
for kind in ["filters", "links"]:
    for number, file in of_kind(kind):
        write(kind, number, bytes([pages]), file)
terms = [(number, after_place(block)) for number, block in of_kind("terms")]
for number, block in terms:
    write("term_block", number, struct.pack("<H", sections), block)
    for other, positions in of_kind("positions"):
        write("position_block", f"{number}-{other}", part(block), positions)
for number, block in of_kind("words"):
    write("spelling_block", number, block)
for number, block in of_kind("texts"):
    for count in range(1, sections + 1):
        write("fragment", f"{number}-{count}", bytes([count]), block)
graph = [block for _, block in of_kind("graph")]
clusters = graph[1][10]
lengths = 12
for _ in range(clusters):
    while graph[1][lengths] >= 0x80:
        lengths += 1
    lengths += 1
nodes = graph[1][lengths + clusters :]  # behind the table of the clusters, of one file
for number, cluster in of_kind("dense"):
    write("dense", f"golden-{number}", bytes([sections]), part(graph[0]), part(nodes), part(cluster))
for number, homes in of_kind("homes"):
    write("homes", f"golden-{number}", struct.pack("<H", clusters), homes)
# Three sections, with two clusters, none and one, of 600.
write("homes", "three", struct.pack("<H", 600), bytes([3, 2, 0, 1, 0, 2, 1, 9, 80, 44]))
shape = directory[-15:-8]  # in front of the name of the files
for number, block in of_kind("termvectors"):
    write("term_vectors", number, shape, block)
    write("term_vectors", f"{number}-related", shape, block, b"\0\2\4boat\5ferry")

tiny = FIXTURES / "cross_encoder"
onnx = (tiny / "model.onnx").read_bytes()
write("model", "tiny", part((tiny / "model.json").read_bytes()), onnx)
write("tokenizer", "json", pathlib.Path(__file__).with_name("tokenizer.json").read_bytes())
write("tokenizer", "tiny", (tiny / "tokenizer.bin").read_bytes()[4:])
# Flags, template, one special piece, one replacement, four pieces of one group, their scores: 0, -2, -1, -2.5.
pieces = "<unk>\n▁\na\n▁aa\n".encode()
scores = b"\0" + b"\xff\xff\xff\xff\x07" + b"\xff\xff\xff\x07" + b"\x80\x80\x80\x0a"
write("unigram", "tiny", b"\0\1\1\1\0\0\1\3<s>\0\2\1\1A\1a\4\0\0\0\0\1", bytes([len(pieces)]), pieces, scores)
# A model without layers: sizes, four pieces, one replaced character, the tensors and where they are.
texts = ["<s>", "<pad>", "</s>", "<unk>"]
starts = [sum(map(len, texts[:number])) for number in range(len(texts) + 1)]
head = b"E5S1" + struct.pack("<I7IfI", 1, 32, 0, 2, 32, 4, 3, 1, 1e-12, 32)
head += struct.pack("<5IQ", 4, 0, 2, 1, 3, starts[-1]) + struct.pack("<5I4f", *starts, 0, 0, 0, 0)
head += "".join(texts).encode() + struct.pack("<2IIBI", 1, 9, ord("A"), 1, ord("a"))
tensors = [("word", 1, 128, 4 * 18), ("pos", 0, 96, 384), ("type", 0, 32, 128), ("ln.w", 0, 32, 128), ("ln.b", 0, 32, 128)]
names = [f"emb.{name}".encode() for name, *_ in tensors]
at = len(head) + 4 + sum(len(name) + 23 for name in names)
head += struct.pack("<I", len(tensors))
for name, (_, kind, numbers, size) in zip(names, tensors):
    head += struct.pack("<H", len(name)) + name + struct.pack("<BIQQ", kind, numbers, at, size)
    at += size
write("nano_e5", "tiny", head, bytes(sum(size for *_, size in tensors)))
query = FIXTURES / "encoder"
write("first_rows", "tiny", part((query / "first.bin").read_bytes()), part(b""), part(bytes(18)))
rows = (query / "rows.bin").read_bytes()
row_file = b"DFUS" + bytes([12, manifest["version"]]) + bytes(10)
for record in (rows[at : at + 18] for at in range(0, 90, 18)):
    row_file += GZIP + b"\0" + struct.pack("<I", len(row_file)) + b"\0\xff\1" + struct.pack("<HH", 18, 18 ^ 0xFFFF)
    row_file += record + struct.pack("<II", zlib.crc32(record), 18)
write("row_files", "tiny", struct.pack("<H", 18), *[part(row_file)] * 2)
config = {
    "model_type": "bert", "vocab_size": 128, "hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2,
    "num_attention_heads": 4, "max_position_embeddings": 64, "type_vocab_size": 2, "hidden_act": "gelu",
    "architectures": ["BertForSequenceClassification"], "id2label": {"0": "LABEL_0"},
}
config = part(json.dumps(config).encode())
write("import", "onnx", b"\0", config, onnx)
header = json.dumps({"embeddings.word_embeddings.weight": {"dtype": "F16", "shape": [128, 32], "data_offsets": [0, 8192]}})
write("import", "safetensors", b"\1", config, struct.pack("<Q", len(header)), header, bytes(8192))

for path in sorted((FIXTURES / "golden-site").glob("*.html")):
    write("page", path.stem, path.read_bytes())
for path in sorted((FIXTURES / "generators").rglob("*.html")):
    content = path.read_bytes()
    if len(content) <= 4096:
        write("page", re.sub(r"\W+", "-", str(path.relative_to(FIXTURES / "generators"))), content)
write("records", "two", '{"_id": "1", "title": "Threads", "text": "A thread.", "url": "a.html#b"}\n{"id": 2, "text": "x", "anchor": "y"}\n')
write("queries", "mapping", "how do I start: guide/setup.html\n404: [a.html, 'b.html#c']\n")
write("queries", "list", "- query: \"catch: it\"\n  expect:\n    - a.html\n- {query: x, expect: y.html}\n")
write("settings", "all", """dictionary = ["hyper text"]
[site]
content = ["main"]
exclude = ["drafts/**"]
[bm25]
k1 = 1.2
b = { title = 0.5, body = 0.75 }
[fusion]
k = 60
[dense]
bits = 4
languages = ["en"]
[text]
stop_words = ["the"]
[synonyms]
js = ["javascript"]
""")
line = {
    "file": "a/b.html", "sha256": "0f" * 32,
    "page": {"Ok": {
        "url": "a/b.html", "canonical": {"prefix": "https://e.org/", "form": "File"}, "language": "en",
        "is_fallback": False, "metadata": {"filters": [["level", "basic"]], "meta": [["by", "me"]], "title": None},
        "description": "About.", "versions": ["1.0"], "has_body": True, "titles": ["Threads", "Threads", ""],
        "breadcrumb": ["Guide"], "stub_weight": 0.5,
        "sections": [
            {"anchor": "top", "heading": "Threads", "path": [], "text": "A thread.\nspawn()",
             "code": [{"start": 10, "end": 17}], "weight": 1.0, "symbol_kind": "", "names": []},
            {"anchor": "m.f", "heading": "f()", "path": [], "text": "", "code": [], "weight": 0.3,
             "symbol_kind": "function", "names": [{"text": "f", "kind": "Plain"}]},
        ],
        "parents": [None, 0],
        "links": [{"from": 1, "target": {"path": "c.html", "anchor": "x", "rooted": False}, "text": "c"}],
        "frame_links": [{"path": "a/", "anchor": "", "rooted": True}],
        "places": [["m.f", 1], ["top", 0]],
    }},
}
left_out = {"file": "old.html", "sha256": None, "page": {"Err": {"Excluded": {"pattern": "old*"}}}}
write("part", "pages", b"\0", json.dumps(line), "\n", json.dumps(left_out), "\n")
file = {"name": "pages-0123456789abcdef.jsonl.gz", "bytes": 100, "raw": 200, "sha256": "0f" * 32}
part_of = {
    "part": 1, "docfuse": "0.1.0", "place": "library/", "share": {"number": 2, "of": 8}, "settings": "[bm25]\nk1 = 1\n",
    "encoder": {"name": "tiny", "sha256": "0f" * 32, "dimensions": 2}, "matched": [True], "pages": 1,
    "page_files": [file], "vector_files": [],
}
write("part", "description", b"\1", json.dumps(part_of))
vector = bytes(16) + struct.pack("<2f", 0.6, 0.8)
write("part", "vectors", b"\2\x02", bytes(16), b"\2", vector, vector, bytes(16), b"\0")
queries = ["ownership", "\"passes messages\" -panic", "+Arc::new thraeds", "how do I share data between threads", "a b*", "os.path.join()"]
for number, text in enumerate(queries):
    write("query", number, "p75%\n" if number % 2 else "2\n", text)
    for options in (0, 63):
        write("search", f"{number}-{options}", bytes([number, options, 3, 0, 85]), text)
