#!/usr/bin/env python3
"""The golden tables, written by the C++ program, read by the independent reader and by the zstd program."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import table_reader

ROOT = Path(os.environ.get("DAMIER_SOURCE_DIR", Path(__file__).resolve().parents[2]))
GOLDEN = ROOT / "data" / "golden"

# File, alphabet, values of the sections, values per frame: the table of data/golden/README.md.
TABLES = (
    ("sample-8x8.wld.KMMv10K.dmr", 3, (1234, 567), 500),
    ("sample-8x8.a2.KMMv10K.dmr", 2, (0, 999), 400),
    ("sample-8x8.a300.KMMv10K.dmr", 300, (321,), 100),
)


def sample_symbol(section, value, alphabet):
    noise = value * 2654435761 % 65536 if value * value % 29 < 3 else 0
    return (value // 17 + noise + 5 * section) % alphabet


@unittest.skipUnless(shutil.which("zstd"), "the zstd program is not installed")
class TableReaderTest(unittest.TestCase):
    def test_reads_what_the_program_wrote(self):
        for name, alphabet, values, per_frame in TABLES:
            with self.subTest(name):
                header, footer, sections = table_reader.read_table(GOLDEN / name)
                self.assertEqual(header["alphabet"], alphabet)
                self.assertEqual(header["values_per_frame"], per_frame)
                self.assertEqual(tuple(count for _, count in header["sections"]), values)
                self.assertEqual(header["variant"], "sample")
                self.assertEqual(header["board"], (8, 8, 32))
                self.assertEqual(header["slice"], (2, 1, 0, 10))
                self.assertEqual(header["rules_fingerprint"], "0123456789abcdef")
                self.assertEqual(header["parents"], [(header["metric"], (1, 2, 0, 10), "0000004d" + 24 * "0")])
                white, black = footer["summaries"]
                self.assertEqual((white["wins"], white["losses"], white["draws"]), (10, 20, 30))
                self.assertEqual(white["longest_win"], {"plies": 41, "count": 2, "position": "W:W1,K2:BK30"})
                self.assertEqual((black["side_to_move"], black["longest_loss"]), ("black", None))
                for section, symbols in enumerate(sections):
                    expected = [sample_symbol(section, i, alphabet) for i in range(values[section])]
                    self.assertEqual(symbols, expected)

    def test_is_a_zstd_stream(self):
        for name, alphabet, values, _ in TABLES:
            with self.subTest(name):
                data = (GOLDEN / name).read_bytes()
                subprocess.run(["zstd", "-tq"], input=data, check=True)
                dump = table_reader.decompress(data)
                header = table_reader.read_table(GOLDEN / name)[0]
                for section, count in enumerate(values):
                    symbols, used = table_reader.unpack(dump, count, header)
                    self.assertEqual(symbols, [sample_symbol(section, i, alphabet) for i in range(count)])
                    dump = dump[used:]
                self.assertEqual(dump, b"")

    @unittest.skipUnless(shutil.which("xxhsum"), "the xxhsum program is not installed")
    def test_xxhsum_prints_the_content_digest(self):
        for name, *_ in TABLES:
            data = table_reader.decompress((GOLDEN / name).read_bytes())
            output = subprocess.run(["xxhsum", "-H128"], input=data, capture_output=True, check=True).stdout
            self.assertEqual(output.split()[0].decode(), table_reader.read_table(GOLDEN / name)[1]["content"])

    def test_refuses_a_cut_and_an_altered_file(self):
        data = (GOLDEN / TABLES[0][0]).read_bytes()
        altered = bytearray(data)
        altered[table_reader.payload_of(data, 0)[1] + 30] ^= 1
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "x.dmr"
            for bad in (data[:-1], data[: len(data) // 2], b"", bytes(altered)):
                path.write_bytes(bad)
                with self.assertRaises(table_reader.Damaged):
                    table_reader.read_table(path)

    def test_prints_itself(self):
        command = [sys.executable, str(Path(table_reader.__file__)), str(GOLDEN / TABLES[2][0])]
        shown = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
        self.assertEqual(shown["header"]["metric"], "a300")
        dump = subprocess.run([*command, "--dump"], capture_output=True, check=True, text=True).stdout
        self.assertEqual(dump.split(), [str(sample_symbol(0, i, 300)) for i in range(321)])


if __name__ == "__main__":
    unittest.main()
