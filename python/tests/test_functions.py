"""The functions over the command, on the files of the folder that the tests run in: a copy of ``examples/``."""

import doctest
import json
import pathlib
import tempfile
import unittest
from unittest import mock

import tpu_embedding_tools
from tpu_embedding_tools import TpuEmbeddingError, _answers, _functions, _node, check, derive, plan
from tpu_embedding_tools._node import NodeMissing

PROGRAM = """import tensorflow as tf
table = tf.tpu.experimental.embedding.TableConfig(vocabulary_size=8, dim=-16)
"""
NOTEBOOK = json.dumps({"cells": [{"cell_type": "code", "source": ""}, {"cell_type": "code", "source": PROGRAM}], "nbformat": 4})


def load_tests(_loader, tests, _pattern):
    for module in (_answers, _functions):
        tests.addTests(doctest.DocTestSuite(module))
    return tests


class Module(unittest.TestCase):
    def test_lists_what_it_has(self):
        for name in tpu_embedding_tools.__all__:
            self.assertIn(name, dir(tpu_embedding_tools))
            self.assertIsNotNone(getattr(tpu_embedding_tools, name).__doc__)
        self.assertFalse(hasattr(tpu_embedding_tools, "chekc"))


class Check(unittest.TestCase):
    def test_a_path_is_text_or_an_object(self):
        self.assertEqual(check(pathlib.Path("mistakes.textproto")), check("mistakes.textproto"))

    def test_a_folder(self):
        self.assertEqual({each.place.path for each in check(".").errors} & {"mistakes.textproto"}, {"mistakes.textproto"})

    def test_a_text_goes_by_its_name(self):
        (problem,) = check(PROGRAM, name="model.py").errors
        self.assertEqual(problem.code, "argument-range")
        self.assertEqual(str(problem.place), "model.py:2:74")
        (problem,) = check(NOTEBOOK, name="model.ipynb").errors
        self.assertEqual(str(problem.place), "model.ipynb:cell 2:2:74")

    def test_a_text_of_one_line_needs_a_name(self):
        self.assertEqual(check("num_host: 1", name="a.textproto").errors[-1].code, "unknown-field")
        with self.assertRaisesRegex(TpuEmbeddingError, "Cannot read num_host: 1"):
            check("num_host: 1")

    def test_settings(self):
        self.assertEqual(check(PROGRAM, name="model.py", rules={"argument-range": "off"}).problems, ())
        (problem,) = check(PROGRAM, name="model.py", rules={"argument-range": "warning"}).warnings
        self.assertEqual(problem.severity, "warning")
        with self.assertRaisesRegex(TpuEmbeddingError, "argument-rang"):
            check(PROGRAM, name="model.py", rules={"argument-rang": "off"})
        added = "import tensorflow as tf\nclass_ = tf.tpu.experimental.embedding.TPUEmbeddingV2\n"
        self.assertEqual(check(added, name="model.py", tensorflow_version="2.21").problems, ())
        self.assertNotEqual(check(added, name="model.py", tensorflow_version="2.4").problems, ())

    def test_a_path_is_never_an_option(self):
        with self.assertRaisesRegex(TpuEmbeddingError, "Cannot read --version"):
            check("--version")

    def test_other_objects_are_refused(self):
        with self.assertRaisesRegex(TypeError, "not builtins.int"):
            check(3)
        with self.assertRaisesRegex(TypeError, "not builtins.bytes"):
            check(b"num_hosts: 1\n")

    def test_a_missing_node_is_the_reason(self):
        with mock.patch.object(_node, "command", side_effect=NodeMissing("There is no Node.")):
            with self.assertRaisesRegex(TpuEmbeddingError, "^There is no Node.$"):
                check("mistakes.textproto")

    def test_a_file_with_other_letters(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "größe 数.textproto")
            path.write_text("# ü\nnum_höst: 1\n", encoding="utf-8")
            self.assertEqual(check(path).errors[0].place.path, str(path))


class Derive(unittest.TestCase):
    def test_what_is_unknown_is_listed(self):
        (configuration,) = derive("two_towers.py")
        self.assertEqual(configuration.library, "tensorflow")
        self.assertIn("numHosts", [unknown.path for unknown in configuration.unknown])

    def test_another_library(self):
        (configuration,) = derive("sparsecore_two_towers.py")
        self.assertEqual(configuration.library, "keras-rs")
        self.assertEqual([table["name"] for table in configuration.content["tables"]], ["item", "user"])

    def test_a_program_that_is_refused(self):
        text = pathlib.Path("two_towers.py").read_text(encoding="utf-8")
        (configuration,) = derive(text.replace("name=name", 'name="same"'))
        self.assertRegex(configuration.refused or "", "unique name")
        self.assertEqual(configuration.content, {})

    def test_a_program_without_any(self):
        self.assertEqual(derive("import tensorflow as tf\n\n"), ())

    def test_what_is_no_program(self):
        with self.assertRaisesRegex(TpuEmbeddingError, "not a program"):
            derive("ads_ranking.textproto")


class Plans(unittest.TestCase):
    def test_tables_that_do_not_fit(self):
        text = pathlib.Path("ads_ranking.textproto").read_text(encoding="utf-8").replace("50000000", "5000000000")
        (planned,) = plan(text, tpu="v5p-16")
        self.assertIs(planned.fits, False)
        self.assertEqual(planned.json["tpu"], "v5p-16")

    def test_a_program(self):
        (planned,) = plan("two_towers.py", per_replica_batch_size=128, num_replicas=8, tpu="v5p-16")
        self.assertEqual(str(planned.place), "two_towers.py:26:9")

    def test_a_slice_that_there_is_not(self):
        with self.assertRaisesRegex(TpuEmbeddingError, "v99-8"):
            plan("ads_ranking.textproto", tpu="v99-8")

    def test_another_message(self):
        with self.assertRaisesRegex(TpuEmbeddingError, "not a tensorflow.tpu.TPUEmbeddingConfiguration"):
            plan("# proto-message: tensorflow.tpu.AdagradParameters\n\n")


if __name__ == "__main__":
    unittest.main()
