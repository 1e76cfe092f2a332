"""Embeddings and messages. TPU_EMBEDDING_DESCRIPTORS names the descriptors of our messages, for where there is no TensorFlow."""

import contextlib
import importlib.util
import io
import os
import pathlib
import re
import sys
import types
import unittest
from unittest import mock

from tpu_embedding_tools import check, plan
from tpu_embedding_tools._embedding import written

CONFIGURATION = "tensorflow.tpu.TPUEmbeddingConfiguration"
HAS_PROTOBUF = importlib.util.find_spec("google") is not None and importlib.util.find_spec("google.protobuf") is not None
HAS_TENSORFLOW = importlib.util.find_spec("tensorflow") is not None
DESCRIPTORS = os.environ.get("TPU_EMBEDDING_DESCRIPTORS")


def configuration_class():
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

    pool = descriptor_pool.DescriptorPool()
    for file in descriptor_pb2.FileDescriptorSet.FromString(pathlib.Path(DESCRIPTORS).read_bytes()).file:
        pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(CONFIGURATION))


@unittest.skipUnless(HAS_PROTOBUF and DESCRIPTORS, "it takes the package protobuf")
class Message(unittest.TestCase):
    def message(self):
        from google.protobuf import text_format

        text = pathlib.Path("ads_ranking.textproto").read_text(encoding="utf-8")
        return text_format.Parse(text, configuration_class()())

    def test_what_is_right_is_right(self):
        self.assertEqual(check(self.message()), check("ads_ranking.textproto"))

    def test_a_mistake_names_its_field(self):
        message = self.message()
        message.table_descriptor[1].dimension = -16
        message.feature_descriptor[2].table_id = 7
        places = [str(problem.place) for problem in check(message).errors]
        self.assertIn("table_descriptor[1].dimension", places)
        self.assertIn("feature_descriptor[2].table_id", places)

    def test_what_is_missing_is_in_the_message(self):
        message = self.message()
        message.ClearField("mode")
        (problem,) = check(message).errors
        self.assertEqual(problem.code, "mode-unspecified")

    def test_fields_of_every_kind(self):
        message = configuration_class()(num_hosts=1, mode=2)
        message.table_descriptor.add(name='a {\n"b": \\ü').optimization_parameters.adagrad.SetInParent()
        message.feature_descriptor.add(input_shape=[8, 3])
        fields = dict.fromkeys(written(message).fields)
        self.assertEqual(
            list(fields),
            [
                "",
                "table_descriptor[0]",
                "table_descriptor[0].name",
                "table_descriptor[0].optimization_parameters",
                "table_descriptor[0].optimization_parameters.adagrad",
                "mode",
                "num_hosts",
                "feature_descriptor[0]",
                "feature_descriptor[0].input_shape[0]",
                "feature_descriptor[0].input_shape[1]",
            ],
        )

    def test_a_plan(self):
        (planned,) = plan(self.message(), tpu="v5p-16")
        (expected,) = plan("ads_ranking.textproto", tpu="v5p-16")
        self.assertEqual(planned, expected)

    def test_messages_of_another_type_are_refused(self):
        with self.assertRaisesRegex(TypeError, "TableDescriptor"):
            check(self.message().table_descriptor[0])


class StandInTable:
    """A table of TensorFlow, as far as it is asked."""

    layout = None

    def __init__(self, name, dim, rate):
        self.name, self.dim, self.optimizer = name, dim, types.SimpleNamespace(learning_rate=rate)

    def _set_table_descriptor(self, descriptor, num_hosts, learning_rates):
        descriptor.name, descriptor.vocabulary_size, descriptor.dimension = self.name, max(1000, num_hosts), self.dim
        parameters = descriptor.optimization_parameters
        parameters.adagrad.SetInParent()
        rate = self.optimizer.learning_rate
        if callable(rate):
            parameters.learning_rate.dynamic.tag = learning_rates[rate]
        else:
            parameters.learning_rate.constant = rate


@unittest.skipUnless(HAS_PROTOBUF and DESCRIPTORS, "it takes the package protobuf")
class StandInEmbedding(unittest.TestCase):
    def embedding(self, *tables, shapes=None):
        features = [types.SimpleNamespace(name=table.name, table=table) for table in tables]
        shapes = shapes or [None] * len(features)
        return types.SimpleNamespace(_table_config=list(tables), _feature_config=features, _output_shapes=shapes)

    def setUp(self):
        modules = {
            "tensorflow.core.protobuf.tpu.tpu_embedding_configuration_pb2": types.SimpleNamespace(
                TPUEmbeddingConfiguration=configuration_class()
            ),
            "tensorflow.python.util.nest": types.SimpleNamespace(flatten=list),
        }
        patched = mock.patch.dict(sys.modules, modules)
        patched.start()
        self.addCleanup(patched.stop)

    def test_what_is_unknown_without_a_tpu_is_no_mistake(self):
        shared = lambda: 0.1  # noqa: E731
        tables = StandInTable("a", 16, 0.1), StandInTable("b", 16, shared), StandInTable("c", 16, shared)
        self.assertEqual(check(self.embedding(*tables)).errors, ())
        self.assertEqual(check(self.embedding(*tables, shapes=[[8], [8, 2], None])).errors, ())

    def test_a_mistake_names_its_field(self):
        report = check(self.embedding(StandInTable("a", 16, 0.1), StandInTable("b", 16, -0.1)))
        (problem,) = report.problems
        self.assertEqual(problem.code, "learning-rate-negative")
        self.assertEqual(str(problem.place), "table_descriptor[1].optimization_parameters.learning_rate.constant")

    def test_sizes_that_a_tpu_pads_are_those_of_the_program(self):
        table = StandInTable("a", 24, 0.1)
        table.layout = types.SimpleNamespace(unsharded_shape=(5000, 20))
        text = written(self.embedding(table)).text
        self.assertIn("vocabulary_size: 5000\n  dimension: 20\n", text)

    def test_the_configuration_of_a_tpu_comes_first(self):
        embedding = self.embedding(StandInTable("a", 16, 0.1))
        embedding._config_proto = configuration_class()(num_hosts=-1)
        self.assertIn("num_hosts", [str(problem.place) for problem in check(embedding).errors])


@unittest.skipUnless(HAS_TENSORFLOW, "it takes the package tensorflow")
class TensorFlow(unittest.TestCase):
    def setUp(self):
        import tensorflow as tf

        self.api = tf.tpu.experimental.embedding

    def embedding(self, rate, **shape):
        api = self.api
        user = api.TableConfig(vocabulary_size=1000, dim=16, name="user", optimizer=api.Adagrad(rate))
        item = api.TableConfig(vocabulary_size=1000, dim=16, optimizer=api.FTRL(lambda: 0.1))
        features = {"seen": [api.FeatureConfig(item, **shape), api.FeatureConfig(item)], "user": api.FeatureConfig(user, name="u")}
        return api.TPUEmbedding(feature_config=features, optimizer=api.Adam())

    def test_a_right_embedding_is_right(self):
        self.assertEqual(check(self.embedding(0.1)).problems, ())
        self.assertEqual(check(self.embedding(0.1, output_shape=[8, 2])).problems, ())
        embedding = self.embedding(0.1)
        embedding.build()
        self.assertEqual(check(embedding).problems, ())

    def test_a_mistake_names_its_field(self):
        (problem,) = check(self.embedding(-0.1)).problems
        self.assertEqual(problem.code, "learning-rate-negative")
        self.assertEqual(str(problem.place), "table_descriptor[1].optimization_parameters.learning_rate.constant")

    def test_its_tables_are_planned(self):
        (planned,) = plan(self.embedding(0.1), tpu="v3-8")
        self.assertEqual([table.name for table in planned.tables], ["table_0", "user"])

    def test_the_guide(self):
        guide = pathlib.Path(__file__).parents[2] / "docs" / "editors.md"
        blocks = re.findall(r"^```python\n(.*?)^```$", guide.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
        (launch,) = [block for block in blocks if "check(embedding)" in block]
        (expected,) = re.findall(r"^# (.*) …$", launch, re.MULTILINE)
        output = io.StringIO()
        with contextlib.redirect_stderr(output):
            exec(compile(launch, str(guide), "exec"), {})
        self.assertIn(expected, output.getvalue())

    def test_the_configuration_that_a_tpu_would_get(self):
        embedding = self.embedding(-0.1, output_shape=[8])
        # What the constructor and build() do under a TPUStrategy.
        extended = types.SimpleNamespace(num_hosts=2)
        embedding._strategy = types.SimpleNamespace(extended=extended, num_replicas_in_sync=8)
        embedding._dynamic_learning_rates = [table.optimizer.learning_rate for table in embedding._table_config[:1]]
        embedding._output_shapes = embedding._output_shapes[:1] * 3
        embedding._config_proto = embedding._create_config_proto()
        for given in (embedding, embedding._config_proto):
            self.assertEqual([problem.code for problem in check(given).problems], ["learning-rate-negative"])


if __name__ == "__main__":
    unittest.main()
