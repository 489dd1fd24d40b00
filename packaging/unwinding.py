"""Takes the tables for unwinding out of a linux-x64 command: 1.5 MB that nothing reads, since a panic ends the process.

    packaging/unwinding.py FILE

The linker writes them whatever the compiler is told, because the standard library's are among what it optimizes.
"""

import struct
import subprocess
import sys

PT_NULL, PT_GNU_EH_FRAME = 0, 0x6474E550


def main(path):
    sections = [f"--remove-section={name}" for name in (".eh_frame", ".eh_frame_hdr")]
    subprocess.run(["objcopy", *sections, path], check=True)
    with open(path, "r+b") as file:
        # The header of a 64-bit ELF file names the table of its segments. One still points to where the tables were;
        # libunwind, when it is asked for a backtrace, would complain about what it finds there.
        header = file.read(64)
        (start,) = struct.unpack_from("<Q", header, 32)
        size, count = struct.unpack_from("<HH", header, 54)
        for place in range(start, start + size * count, size):
            file.seek(place)
            if struct.unpack("<I", file.read(4)) == (PT_GNU_EH_FRAME,):
                file.seek(place)
                file.write(struct.pack("<I", PT_NULL))


if __name__ == "__main__":
    main(*sys.argv[1:])
