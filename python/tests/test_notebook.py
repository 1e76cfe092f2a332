"""Magics in a shell of IPython, and the language server that they keep open."""

import importlib.util
import json
import os
import pathlib
import unittest

from tpu_embedding_tools.notebook.cells import Cell, Cells
from tpu_embedding_tools.notebook.display import Problem, Problems
from tpu_embedding_tools.notebook.jupyter_lsp import spec
from tpu_embedding_tools.notebook.server import Server, ServerFailed

HAS_IPYTHON = importlib.util.find_spec("IPython") is not None
IMPORTS = "import tensorflow as tf\nembedding = tf.tpu.experimental.embedding"
WRONG = "optimizer = embedding.Adagrad(\n    learning_rate=-0.1,\n)\ntable = embedding.TableConfig(1000, 16, optimizer=optimizer)"


class KeptServer(unittest.TestCase):
    def setUp(self):
        self.server = Server(pathlib.Path.cwd())
        self.addCleanup(self.server.close)

    def problems(self, uri):
        return self.server.ask("textDocument/diagnostic", {"textDocument": {"uri": uri}})["items"]

    def test_one_cell_uses_what_another_defines(self):
        self.server.show("file:///n.ipynb", {"file:///n.ipynb#1": IMPORTS, "file:///n.ipynb#2": WRONG})
        self.assertEqual([each["range"]["start"]["line"] for each in self.problems("file:///n.ipynb#2")], [1])
        self.server.show("file:///n.ipynb", {"file:///n.ipynb#2": WRONG})
        self.assertEqual(self.problems("file:///n.ipynb#2"), [])

    def test_only_what_changed_is_told(self):
        address = "file:///n.ipynb#{}".format
        told = []
        tell = self.server.tell
        self.server.tell = lambda method, params: (told.append((method, params)), tell(method, params))

        def show(cells):
            del told[:]
            self.server.show("file:///n.ipynb", {address(number): source for number, source in cells.items()})
            return [json.dumps(params) for _, params in told]

        self.assertEqual(len(show({1: IMPORTS, 2: WRONG})), 2)
        self.assertEqual(show({1: IMPORTS, 2: WRONG}), [])
        # In [2] runs again as In [3].
        closed, opened = show({1: IMPORTS, 3: WRONG})
        self.assertIn(address(2), closed)
        self.assertNotIn("import", opened)
        self.assertEqual(len(self.problems(address(3))), 1)
        # After a reset the numbers begin anew.
        show({1: WRONG, 3: WRONG})
        self.assertEqual((self.problems(address(1)), self.problems(address(3))), ([], []))
        show({1: WRONG, 3: WRONG, 4: IMPORTS, 5: WRONG})
        self.assertEqual(len(self.problems(address(5))), 1)
        self.server.show("file:///other.ipynb", {"file:///other.ipynb#1": WRONG})
        self.assertEqual(self.problems("file:///other.ipynb#1"), [])

    def test_an_error_and_an_end_are_said(self):
        with self.assertRaises(ServerFailed):
            self.server.ask("nothing/ofThisName", {})
        self.server.close()
        with self.assertRaisesRegex(ServerFailed, "has ended"):
            self.problems("file:///n.ipynb#1")


class CellsSoFar(unittest.TestCase):
    def test_a_cell_that_ran_again_counts_once(self):
        cells = Cells(pathlib.Path.cwd())
        for number, source, name in [(1, "a", "x"), (2, "b", "y"), (4, "c", "x")]:
            cells.add(Cell(number, source, name))
        self.assertEqual([each.source for each in cells], ["b", "c"])
        notebook = json.loads(cells.as_notebook())
        self.assertEqual([each["source"] for each in notebook["cells"]], ["", "b", "", "c"])


class Shown(unittest.TestCase):
    def test_a_table_has_code_and_escapes_the_rest(self):
        problem = Problem(3, 2, "warning", "`dim` is <5>.", "argument-range")
        html = Problems([problem])._repr_html_()
        self.assertIn("<code>dim</code> is &lt;5&gt;.", html)
        self.assertIn("In [3], line 2", html)


class JupyterLab(unittest.TestCase):
    def test_the_entry_starts_the_server_and_writes_nothing(self):
        (entry,) = spec(None).values()
        self.assertTrue(os.path.exists(entry["argv"][0]))
        self.assertEqual(entry["argv"][-2:], ["lsp", "--stdio"])
        self.assertIs(entry["requires_documents_on_disk"], False)


@unittest.skipUnless(HAS_IPYTHON, "it takes the package ipython")
class Magics(unittest.TestCase):
    def setUp(self):
        from IPython.core.interactiveshell import InteractiveShell
        from IPython.utils.capture import capture_output

        InteractiveShell.clear_instance()
        self.shell = InteractiveShell.instance()
        self.addCleanup(InteractiveShell.clear_instance)
        self.capture = capture_output
        self.run_cell("%load_ext tpu_embedding_tools")

    def run_cell(self, source):
        """Runs a cell; gives what is shown above its own output, and its result."""
        with self.capture() as shown:
            result = self.shell.run_cell(source, store_history=True)
        return "\n".join(repr(each) if not hasattr(each, "data") else each.data["text/plain"] for each in shown.outputs), result

    def load(self):
        # The cells are read and not run by the tools: here a stand-in for TensorFlow is enough.
        self.run_cell("import sys, unittest.mock; sys.modules['tensorflow'] = unittest.mock.MagicMock()")
        self.run_cell(IMPORTS)

    def test_a_cell_is_checked_before_it_runs_and_runs(self):
        self.load()
        shown, _ = self.run_cell(WRONG + "\nran = True")
        self.assertIn("warning: In [4], line 2: `learning_rate` is -0.1", shown)
        self.assertTrue(self.shell.user_ns["ran"])

    def test_a_cell_without_problems_shows_nothing(self):
        self.load()
        self.assertEqual(self.run_cell("embedding.TableConfig(1000, 16)")[0], "")

    def test_checking_can_be_switched_off_and_asked_for(self):
        self.load()
        self.run_cell("%tpu_check off")
        self.assertEqual(self.run_cell(WRONG)[0], "")
        self.assertIn("In [5], line 2", repr(self.run_cell("%tpu_check")[1].result))

    def test_a_cell_can_be_checked_without_running(self):
        self.load()
        _, result = self.run_cell("%%tpu_check\nran = embedding.TableConfig(10, dim=-16)")
        self.assertIn("error: In [4], line 2: `dim` is -16", repr(result.result))
        self.assertNotIn("ran", self.shell.user_ns)
        self.assertEqual(repr(self.run_cell("%tpu_check")[1].result), "No problems.")

    def test_plan_and_derive_tell_of_the_cells_so_far(self):
        self.load()
        self.run_cell("table = embedding.TableConfig(1000, 16, name='items')")
        self.run_cell("layer = embedding.TPUEmbedding(embedding.FeatureConfig(table), embedding.SGD(0.1))")
        self.assertIn("cell 5:1:9", repr(self.run_cell("%tpu_derive --num-hosts 1")[1].result))
        self.assertIn("v5p-8", repr(self.run_cell("%tpu_plan v5p-8")[1].result))
        self.assertIn("v9z", repr(self.run_cell("%tpu_plan v9z")[1].result))

    def test_the_preview_is_a_page_of_its_own(self):
        self.load()
        self.run_cell(WRONG)
        page = self.run_cell("%tpu_preview")[1].result._repr_html_()
        self.assertIn("learning_rate", page)
        self.assertNotIn("KNOWN", page)
        self.assertEqual(page, self.run_cell("%tpu_preview 4")[1].result._repr_html_())
        self.assertIn("no optimizer", repr(self.run_cell("%tpu_preview 3")[1].result))
        self.assertIn("takes", repr(self.run_cell("%tpu_preview x")[1].result))

    def test_a_server_that_ends_is_said_once(self):
        self.load()
        self.run_cell(WRONG)
        magics = self.shell.magics_manager.registry["TpuEmbeddingMagics"]
        magics._server.close()
        self.assertIn("has ended", self.run_cell(WRONG)[0])
        self.assertEqual(self.run_cell(WRONG)[0], "")
        self.run_cell("%tpu_check on")
        self.assertIn("line 2", self.run_cell(WRONG)[0])
