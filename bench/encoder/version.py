#!/usr/bin/env python3
"""Prints the version of ONNX Runtime."""

import onnxruntime

print(onnxruntime.__version__)
