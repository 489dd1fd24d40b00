"""Finds the command."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from pathlib import Path

from .error import DocfuseError

INSTALL = "install the wheels that ./pkg-build.sh dist made of a checkout"


def find_command() -> str:
    """The path of the command: that of this environment, else the first on the PATH. Raises DocfuseError."""
    folders = [sysconfig.get_path("scripts"), str(Path(sys.executable).parent), os.environ.get("PATH", "")]
    found = shutil.which("docfuse", path=os.pathsep.join(folders))
    if found is None:
        raise DocfuseError(
            f"expected the command docfuse in this environment or on the PATH, found none; {INSTALL}", "start"
        )
    return found
