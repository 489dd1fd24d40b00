"""all-MiniLM-L6-v2 as f32 ONNX graphs, the input of ONNX Runtime's own quantization.

The forward pass of BERT (Devlin et al. 2019), then the mean over the word pieces, normalised to unit length. Inputs:
`input_ids` and `attention_mask`, int64 [batch, sequence]. Output: `sentence_embedding`, f32 [batch, hidden].
"""

import math

import numpy as np
from onnx import ModelProto, TensorProto, checker, helper, numpy_helper

OPERATOR_SET = 17
IR_VERSION = 8
CONTRIB = "com.microsoft"
# Added to the attention scores of padding; their softmax becomes 0 in f32.
MASKED = -10_000.0


class Graph:
    """Nodes and constants of a graph. Methods that add one return its name."""

    def __init__(self):
        self.nodes, self.constants, self.names = [], [], set()

    def constant(self, name, values):
        if name not in self.names:
            self.names.add(name)
            self.constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def node(self, op, inputs, name, domain="", **attributes):
        self.nodes.append(helper.make_node(op, inputs, [name], name=name, domain=domain, **attributes))
        return name


def build(weights, config, max_tokens, fused) -> ModelProto:
    """The graph over `weights` (name to f32 array).

    Without `fused`, it has standard ONNX operators only. With it, attention, residual sums with layer norms, and the
    activation are ONNX Runtime's own operators, as onnxruntime.transformers.optimizer creates them. Their quantized
    kernels are ONNX Runtime's fastest, and it cannot fuse a graph that is already quantized.
    """
    graph = Graph()
    hidden = embeddings(graph, weights, config, max_tokens)
    layer = fused_layer if fused else plain_layer
    mask = fused_mask(graph) if fused else plain_mask(graph)
    for number in range(config["num_hidden_layers"]):
        hidden = layer(graph, weights, config, f"encoder.layer.{number}", hidden, mask)
    pool(graph, hidden)

    tokens = ["batch", "sequence"]
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, tokens) for name in ("input_ids", "attention_mask")]
    output = helper.make_tensor_value_info("sentence_embedding", TensorProto.FLOAT, ["batch", config["hidden_size"]])
    made = helper.make_graph(graph.nodes, "sentence_encoder", inputs, [output], graph.constants)
    opsets = [helper.make_opsetid("", OPERATOR_SET), helper.make_opsetid(CONTRIB, 1)]
    model = helper.make_model(made, opset_imports=opsets, ir_version=IR_VERSION, producer_name="docfuse-bench")
    checker.check_model(model)
    return model


def embeddings(graph, weights, config, max_tokens):
    words = graph.constant("words", weights["embeddings.word_embeddings.weight"])
    # Every text has token type 0, so its row is added to the constants.
    positions = weights["embeddings.position_embeddings.weight"][:max_tokens]
    types = weights["embeddings.token_type_embeddings.weight"][0]
    positions = graph.constant("positions", positions + types)
    zero, one = (graph.constant(name, np.array([value], np.int64)) for name, value in (("zero", 0), ("one", 1)))
    rows = graph.node("Gather", [words, "input_ids"], "word_rows")
    shape = graph.node("Shape", ["input_ids"], "input_shape")
    length = graph.node("Gather", [shape, one], "length")
    places = graph.node("Slice", [positions, zero, length, zero], "position_rows")
    total = graph.node("Add", [rows, places], "embeddings")
    return layer_norm(graph, weights, config, "embeddings.LayerNorm", total)


def plain_mask(graph):
    """[batch, 1, 1, sequence]: 0 at word pieces, MASKED at padding."""
    mask = graph.node("Cast", ["attention_mask"], "mask_f32", to=TensorProto.FLOAT)
    padding = graph.node("Sub", [graph.constant("one_f32", np.float32(1)), mask], "padding")
    penalty = graph.node("Mul", [padding, graph.constant("masked", np.float32(MASKED))], "penalty")
    return graph.node("Unsqueeze", [penalty, graph.constant("penalty_axes", np.array([1, 2], np.int64))], "mask_added")


def fused_mask(graph):
    return graph.node("Cast", ["attention_mask"], "mask_i32", to=TensorProto.INT32)


def plain_layer(graph, weights, config, name, hidden, mask):
    width, heads = config["hidden_size"], config["num_attention_heads"]
    split = graph.constant("heads", np.array([0, 0, heads, width // heads], np.int64))
    join = graph.constant("joined", np.array([0, 0, width], np.int64))

    def by_head(part, order):
        values = linear(graph, weights, f"{name}.attention.self.{part}", hidden)
        values = graph.node("Reshape", [values, split], f"{name}.{part}.split")
        return graph.node("Transpose", [values], f"{name}.{part}.heads", perm=order)

    query, key, value = by_head("query", [0, 2, 1, 3]), by_head("key", [0, 2, 3, 1]), by_head("value", [0, 2, 1, 3])
    scores = graph.node("MatMul", [query, key], f"{name}.products")
    scale = graph.constant("scale", np.float32(1 / math.sqrt(width // heads)))
    scores = graph.node("Mul", [scores, scale], f"{name}.scores")
    scores = graph.node("Add", [scores, mask], f"{name}.masked")
    shares = graph.node("Softmax", [scores], f"{name}.shares", axis=-1)
    context = graph.node("MatMul", [shares, value], f"{name}.context")
    context = graph.node("Transpose", [context], f"{name}.by_token", perm=[0, 2, 1, 3])
    context = graph.node("Reshape", [context, join], f"{name}.joined")
    output = linear(graph, weights, f"{name}.attention.output.dense", context)
    hidden = graph.node("Add", [output, hidden], f"{name}.attended")
    hidden = layer_norm(graph, weights, config, f"{name}.attention.output.LayerNorm", hidden)

    inner = linear(graph, weights, f"{name}.intermediate.dense", hidden)
    scaled = graph.node("Mul", [inner, graph.constant("root_half", np.float32(math.sqrt(0.5)))], f"{name}.scaled")
    gate = graph.node("Erf", [scaled], f"{name}.erf")
    gate = graph.node("Add", [gate, graph.constant("one_f32", np.float32(1))], f"{name}.gate")
    half = graph.node("Mul", [inner, graph.constant("half", np.float32(0.5))], f"{name}.half")
    inner = graph.node("Mul", [half, gate], f"{name}.gelu")
    output = linear(graph, weights, f"{name}.output.dense", inner)
    hidden = graph.node("Add", [output, hidden], f"{name}.sum")
    return layer_norm(graph, weights, config, f"{name}.output.LayerNorm", hidden)


def fused_layer(graph, weights, config, name, hidden, mask):
    parts = [f"{name}.attention.self.{part}" for part in ("query", "key", "value")]
    joined = np.concatenate([weights[f"{part}.weight"].T for part in parts], axis=1)
    joined = graph.constant(f"{name}.qkv.weight", joined)
    bias = graph.constant(f"{name}.qkv.bias", np.concatenate([weights[f"{part}.bias"] for part in parts]))
    context = graph.node(
        "Attention", [hidden, joined, bias, mask], f"{name}.context", CONTRIB, num_heads=config["num_attention_heads"]
    )
    hidden = added_norm(graph, weights, config, f"{name}.attention.output", context, hidden)
    inner = product(graph, weights, f"{name}.intermediate.dense", hidden)
    bias = graph.constant(f"{name}.intermediate.bias", weights[f"{name}.intermediate.dense.bias"])
    inner = graph.node("BiasGelu", [inner, bias], f"{name}.gelu", CONTRIB)
    return added_norm(graph, weights, config, f"{name}.output", inner, hidden)


def added_norm(graph, weights, config, name, values, skip):
    """A linear layer, the residual sum with `skip`, and its layer norm."""
    values = product(graph, weights, f"{name}.dense", values)
    constants = [
        graph.constant(f"{name}.{part}", weights[f"{name}.{part}"])
        for part in ("LayerNorm.weight", "LayerNorm.bias", "dense.bias")
    ]
    epsilon = config["layer_norm_eps"]
    return graph.node("SkipLayerNormalization", [values, skip, *constants], f"{name}.norm", CONTRIB, epsilon=epsilon)


def product(graph, weights, name, values):
    matrix = graph.constant(f"{name}.weight", weights[f"{name}.weight"].T)
    return graph.node("MatMul", [values, matrix], f"{name}.product")


def linear(graph, weights, name, values):
    bias = graph.constant(f"{name}.bias", weights[f"{name}.bias"])
    return graph.node("Add", [product(graph, weights, name, values), bias], name)


def layer_norm(graph, weights, config, name, values):
    constants = [graph.constant(f"{name}.{part}", weights[f"{name}.{part}"]) for part in ("weight", "bias")]
    return graph.node("LayerNormalization", [values, *constants], name, axis=-1, epsilon=config["layer_norm_eps"])


def pool(graph, hidden):
    """The mean over the word pieces without padding, normalised to unit length."""
    axes = {axis: graph.constant(f"axis_{axis}", np.array([axis], np.int64)) for axis in (1, 2)}
    least = graph.constant("least", np.float32(1e-9))
    mask = graph.node("Cast", ["attention_mask"], "pool_mask", to=TensorProto.FLOAT)
    mask = graph.node("Unsqueeze", [mask, axes[2]], "pool_weights")
    kept = graph.node("Mul", [hidden, mask], "kept")
    total = graph.node("ReduceSum", [kept, axes[1]], "total", keepdims=0)
    count = graph.node("ReduceSum", [mask, axes[1]], "count", keepdims=0)
    mean = graph.node("Div", [total, graph.node("Max", [count, least], "positive_count")], "mean")
    square = graph.node("Mul", [mean, mean], "squares")
    square = graph.node("ReduceSum", [square, axes[1]], "square_length", keepdims=1)
    length = graph.node("Sqrt", [graph.node("Max", [square, least], "positive_square")], "length_of_mean")
    graph.node("Div", [mean, length], "sentence_embedding")
