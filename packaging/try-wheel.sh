#!/bin/sh
# Installs the command from its wheel in dist/pip; it must find a word. For any sh, as Alpine's.
set -e
python -m pip install --no-index --find-links dist/pip docfuse
mkdir -p site
echo '<title>Start</title><h1 id=start>Start</h1><p>A manual about sharing.' >site/index.html
docfuse build site
docfuse query site/docfuse sharing --json | grep '"index.html#start"'
