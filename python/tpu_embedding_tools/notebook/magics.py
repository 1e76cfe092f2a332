"""The magics of ``%load_ext tpu_embedding_tools``."""

import re
from pathlib import Path
from typing import Any, Callable, List, Optional, TypeVar

from IPython.core.magic import Magics, cell_magic, line_magic, magics_class
from IPython.display import display

from tpu_embedding_tools._node import NodeMissing, run
from tpu_embedding_tools.notebook.cells import NAME, Cell, Cells
from tpu_embedding_tools.notebook.display import Problem, Problems, Text
from tpu_embedding_tools.notebook.preview import preview
from tpu_embedding_tools.notebook.server import Server, ServerFailed

_Answer = TypeVar("_Answer")

#: Cells without these words say nothing about TPU embedding.
_OURS = re.compile(r"embedding|keras_rs", re.IGNORECASE)


@magics_class
class TpuEmbeddingMagics(Magics):
    """Checks cells before they run, and shows memory, configurations and previews."""

    def __init__(self, shell: Any) -> None:
        super().__init__(shell)
        self._folder = Path.cwd()
        self._cells = Cells(self._folder)
        self._server: Optional[Server] = None
        self._is_checking = True

    def before_cell(self, info: Any) -> None:
        """Shows the problems of a cell that is about to run."""
        if not info.store_history or not info.raw_cell.strip() or info.raw_cell.startswith("%%tpu_check"):
            return
        cell = Cell(len(self._inputs), info.raw_cell, getattr(info, "cell_id", None))
        self._cells.add(cell)
        if not self._is_checking or not any(_OURS.search(each.source) for each in self._cells):
            return
        problems = self._problems([cell])
        if problems:
            display(Problems(problems))

    @property
    def _inputs(self) -> List[str]:
        """The inputs by their number; that of a cell is added once it runs."""
        inputs: List[str] = self.shell.user_ns["In"]
        return inputs

    @line_magic
    def tpu_check(self, line: str) -> Any:
        """``%tpu_check``: the problems of all cells so far. ``%tpu_check off`` and ``on``: of each cell before it runs."""
        if line.strip() in ("on", "off"):
            self._is_checking = line.strip() == "on"
            return None
        if line.strip():
            return Text("%tpu_check takes on, off or nothing.")
        problems = self._problems(list(self._cells))
        return None if problems is None else Problems(problems)

    @cell_magic("tpu_check")
    def tpu_check_cell(self, line: str, cell: str) -> Any:
        """``%%tpu_check``: the problems of this cell, which does not run."""
        # The line of the magic counts.
        asked = Cell(len(self._inputs) - 1, "\n" + cell)
        self._cells.add(asked)
        problems = self._problems([asked])
        self._cells.remove(asked)
        return None if problems is None else Problems(problems)

    @line_magic
    def tpu_plan(self, line: str) -> Any:
        """``%tpu_plan [v5p-16]``: the memory of the tables, and whether they fit into a TPU slice."""
        return self._told("plan", *(["--tpu", line.strip()] if line.strip() else []))

    @line_magic
    def tpu_derive(self, line: str) -> Any:
        """``%tpu_derive [--num-hosts 4 --num-replicas 32 …]``: the configuration that a library builds of the cells so far."""
        return self._told("derive", *line.split())

    @line_magic
    def tpu_preview(self, line: str) -> Any:
        """``%tpu_preview [5[:2]]``: what the optimizer of the last cell that has one, of ``In [5]``, or of its line 2 does to rows."""
        asked = re.fullmatch(r"\s*(?:(?:In\s*)?\[?(\d+)\]?(?::(\d+))?)?\s*", line)
        if not asked:
            return Text("%tpu_preview takes the number of a cell, or cell:line, as in %tpu_preview 5:2.")
        cell, at = (None if part is None else int(part) for part in asked.groups())

        def show(server: Server) -> Any:
            return preview(server, self._cells, cell, at) or Text(
                "There is no optimizer to preview here. It is previewed once the cell with its call has run."
            )

        return self._ask(show)

    def _problems(self, cells: List[Cell]) -> Optional[List[Problem]]:
        def of(server: Server, cell: Cell) -> List[Problem]:
            document = {"textDocument": {"uri": self._cells.uri(cell)}}
            found = server.ask("textDocument/diagnostic", document)["items"]
            return [Problem.of(cell.number, each) for each in found]

        return self._ask(lambda server: [each for cell in cells for each in of(server, cell)])

    def _ask(self, question: Callable[[Server], _Answer]) -> Optional[_Answer]:
        """Asks the server about the cells; says why where it cannot be asked."""
        try:
            if self._server is None:
                self._server = Server(self._folder)
            self._server.show(self._cells.notebook, {self._cells.uri(cell): cell.source for cell in self._cells})
            return question(self._server)
        except (NodeMissing, ServerFailed) as failure:
            if self._server is not None:
                self._server.close()
            self._server = None
            # Said once: it must not stand above each cell from now on.
            self._is_checking = False
            display(Text(f"{failure} Cells are not checked before they run; %tpu_check on tries again."))
            return None

    def _told(self, word: str, *options: str) -> Any:
        """What the command says of the cells so far."""
        try:
            notebook = self._cells.as_notebook()
            told = run(word, *options, "--stdin-filename", NAME, "-", text=notebook, folder=str(self._folder))
        except NodeMissing as missing:
            return Text(str(missing))
        return Text((told.stdout + told.stderr).decode(errors="replace"))


def load(shell: Any) -> None:
    """Adds the magics, and the check of each cell before it runs."""
    magics = TpuEmbeddingMagics(shell)
    shell.register_magics(magics)
    shell.events.register("pre_run_cell", magics.before_cell)
