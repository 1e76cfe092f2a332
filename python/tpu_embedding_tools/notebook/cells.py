"""The cells that a kernel has run, as a notebook that the language server and the command read."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator, List, Optional

NAME = "notebook.ipynb"


@dataclass(frozen=True)
class Cell:
    """A cell as it ran."""

    number: int
    """The number in ``In [5]``."""
    source: str
    id: Optional[str] = None
    """The frontend's name for the cell, if it has one."""


class Cells:
    """The cells so far, the latest state of each."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._cells: List[Cell] = []

    def __iter__(self) -> Iterator[Cell]:
        return iter(self._cells)

    def add(self, cell: Cell) -> None:
        """Adds a cell that is about to run. It replaces what the same cell was before."""
        self._cells = [*(each for each in self._cells if cell.id is None or each.id != cell.id), cell]

    def remove(self, cell: Cell) -> None:
        """Removes a cell that does not run."""
        self._cells = [each for each in self._cells if each is not cell]

    def as_notebook(self) -> str:
        """The text of a notebook whose cell 5 is ``In [5]``: places in answers then have the numbers that a person sees."""
        sources = {cell.number: cell.source for cell in self._cells}
        cells = [
            {"cell_type": "code", "metadata": {}, "outputs": [], "source": sources.get(number, "")}
            for number in range(1, max(sources, default=0) + 1)
        ]
        python = {"language_info": {"name": "python"}}
        return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": python, "cells": cells})

    def uri(self, cell: Cell) -> str:
        """What the server knows the cell as."""
        return f"{self.notebook}#{cell.number}"

    def cell_of(self, uri: str) -> Optional[Cell]:
        """The cell that the server knows by this."""
        return next((cell for cell in self._cells if self.uri(cell) == uri), None)

    @property
    def notebook(self) -> str:
        """What the server knows the notebook as."""
        return (self._folder / NAME).as_uri()
