#!/usr/bin/env python3
"""A second reader of damier tables, written from docs/table-format.md alone; it shares no code with egtb/.

It takes the container apart with `struct` and leaves decompression to the `zstd` program. XXH3 is not in Python's standard
library, so the checksums of header, index and footer and the two digests are not checked here; structure, sizes and zstd's own
checksums of the data frames are. For the digest of the content: `zstd -dc FILE | xxhsum -H128`.

    table_reader.py FILE          prints the header and the footer
    table_reader.py FILE --dump   prints the symbols, a line for each section
"""

import json
import struct
import subprocess
import sys

MAGIC = b"DAMIER\x00\x01"
END_MARK = b"DMR END\n"
SKIPPABLE = 0x184D2A5D


class Damaged(Exception):
    pass


def need(condition, finding):
    if not condition:
        raise Damaged(finding)


class Fields:
    """Takes little-endian fields off bytes."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def bytes(self, count):
        need(self.at + count <= len(self.data), "a frame ends too early")
        self.at += count
        return self.data[self.at - count : self.at]

    def get(self, format):
        values = struct.unpack("<" + format, self.bytes(struct.calcsize("<" + format)))
        return values[0] if len(values) == 1 else values

    def text(self):
        return self.bytes(self.get("H")).decode("ascii")

    def reserved(self, count):
        need(self.bytes(count) == bytes(count), "a reserved byte is not 0")

    def done(self):
        need(self.at == len(self.data), "a frame is too long")


def payload_of(data, offset, tail=0):
    """The payload of the skippable frame at `offset`, and where the frame ends."""
    need(offset + 8 <= len(data), "truncated")
    magic, size = struct.unpack_from("<II", data, offset)
    need(magic == SKIPPABLE and size >= 8 + tail and offset + 8 + size <= len(data), "no skippable frame")
    return data[offset + 8 : offset + 8 + size - 8 - tail], offset + 8 + size


def read_header(payload):
    f = Fields(payload)
    need(f.bytes(8) == MAGIC, "no magic")
    header = {"version": f.get("HH")}
    need(header["version"] in ((1, 0), (1, 1)), "another version")
    need(f.get("I") == 0, "unknown incompatible flags")
    for name in ("compatible_flags", "ranking", "free_values", "packing", "codec", "alphabet", "values_per_frame"):
        header[name] = f.get("I")
    need(header["codec"] == 0, "unknown codec")
    header["board"] = f.get("HHH")
    sections = f.get("B")
    f.reserved(1)
    header["slice"] = f.get("BBBB")
    header["rules_fingerprint"] = f"{f.get('Q'):016x}"
    header["variant"] = f.text()
    header["metric"] = f.text()
    header["sections"] = []
    for _ in range(sections):
        side = ("white", "black")[f.get("B")]
        f.reserved(7)
        header["sections"].append((side, f.get("Q")))
    header["parents"] = [(f.text(), f.get("BBBB"), f.bytes(16).hex()) for _ in range(f.get("I"))]
    if header["compatible_flags"] & 1:
        header["draw_rules"] = {"fingerprint": f"{f.get('Q'):016x}", "rulebook": f.text()}
        for name in ("settings", "articles"):
            header["draw_rules"][name] = [f.text() for _ in range(f.get("H"))]
    f.done()
    return header


def read_line(f):
    plies, count, position = f.get("I"), f.get("Q"), f.text()
    return None if plies == 0xFFFFFFFF else {"plies": "never" if plies == 0xFFFFFFFE else plies, "count": count, "position": position}


def read_footer(payload, draw_rules):
    f = Fields(payload)
    need(f.bytes(8) == b"DMR FOOT", "no footer")
    footer = {"content": f.bytes(16).hex(), "stored": f.bytes(16).hex()}
    footer["index_offset"], footer["file_length"] = f.get("QQ")
    footer["summaries"] = []
    for _ in range(f.get("I")):
        summary = {"side_to_move": ("white", "black")[f.get("B")]}
        f.reserved(7)
        summary["wins"], summary["losses"], summary["draws"] = f.get("QQQ")
        summary["longest_win"], summary["longest_loss"] = read_line(f), read_line(f)
        footer["summaries"].append(summary)
    for summary in footer["summaries"] if draw_rules else ():
        summary["cursed_wins"], summary["blessed_losses"] = f.get("QQ")
        summary["longest_cursed_win"], summary["longest_blessed_loss"] = read_line(f), read_line(f)
    f.done()
    return footer


def read_index(payload):
    f = Fields(payload)
    need(f.bytes(8) == b"DMRINDEX", "no index")
    count, width = f.get("QB")
    f.reserved(7)
    need(1 <= width <= 4, "entry width")
    sizes = [int.from_bytes(f.bytes(width), "little") for _ in range(count)]
    f.done()
    return sizes


def digits_per_byte(alphabet):
    count = 0
    while alphabet ** (count + 1) <= 256:
        count += 1
    return count


def unpack(packed, count, header):
    """The first `count` symbols of packed bytes, and the number of bytes they take."""
    alphabet, packing = header["alphabet"], header["packing"]
    if packing == 1:
        k = digits_per_byte(alphabet)
        size = -(-count // k)
        symbols = [byte // alphabet**i % alphabet for byte in packed[:size] for i in range(k)]
        need(all(byte < alphabet**k for byte in packed[:size]), "a byte outside the packing")
        need(not any(symbols[count:]), "padding is not 0")
    elif packing == 2:
        size, symbols = count, list(packed[:count])
    else:
        need(packing == 3, "unknown packing")
        size = 2 * count
        symbols = list(struct.unpack(f"<{count}H", packed[:size]))
    need(len(symbols) >= count and all(s < alphabet for s in symbols), "a symbol outside the alphabet")
    return symbols[:count], size


def read_table(path):
    """Header, footer, and the symbols of each section."""
    with open(path, "rb") as file:
        data = file.read()
    need(data.endswith(END_MARK), "no end mark")
    payload, data_begin = payload_of(data, 0)
    header = read_header(payload)
    (footer_size,) = struct.unpack("<I", data[-12:-8])
    payload, end = payload_of(data, len(data) - footer_size, tail=12)
    footer = read_footer(payload, "draw_rules" in header)
    need(end == len(data) == footer["file_length"], "file length")
    payload, end = payload_of(data, footer["index_offset"])
    need(end == len(data) - footer_size, "the index is not in front of the footer")
    sizes = read_index(payload)
    need(data_begin + sum(sizes) == footer["index_offset"], "the index does not fit")

    step = header["values_per_frame"]
    frames = [min(step, values - first) for _, values in header["sections"] for first in range(0, values, step)]
    need(len(frames) == len(sizes), "number of frames")
    # Each frame alone, as a prober does it; the whole file at once is the test's business.
    symbols, at = [], data_begin
    for count, size in zip(frames, sizes):
        packed = decompress(data[at : at + size])
        part, used = unpack(packed, count, header)
        need(used == len(packed), "size of a frame")
        symbols += part
        at += size
    sections = []
    for _, values in header["sections"]:
        sections.append(symbols[:values])
        symbols = symbols[values:]
    return header, footer, sections


def decompress(data):
    result = subprocess.run(["zstd", "-dc"], input=data, capture_output=True)
    need(result.returncode == 0, "zstd: " + result.stderr.decode(errors="replace").strip())
    return result.stdout


def main():
    header, footer, sections = read_table(sys.argv[1])
    if "--dump" in sys.argv:
        for section in sections:
            print(*section)
    else:
        print(json.dumps({"header": header, "footer": footer}, indent=1))


if __name__ == "__main__":
    main()
