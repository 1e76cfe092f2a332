"""TPU Embedding Tools: mistakes in TPU embedding configurations, programs and notebooks, found before a TPU finds them.

The command is ``tpu-embedding``, or ``python -m tpu_embedding_tools`` where its folder is not on the PATH. For tests and
launch scripts there are functions over the same command:

* :func:`check` reports mistakes in a file, a folder, a text, a ``TPUEmbedding`` or a ``TPUEmbeddingConfiguration``,
* :func:`derive` gives the configurations that a library builds from a program,
* :func:`plan` gives the memory of tables, and whether they fit into a TPU slice.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_embedding_tools._answers import (
        Configuration,
        Memory,
        Place,
        Plan,
        Problem,
        Report,
        Slot,
        Table,
        Unknown,
    )
    from tpu_embedding_tools._functions import TpuEmbeddingError, check, derive, plan

__all__ = [
    "Configuration",
    "Memory",
    "Place",
    "Plan",
    "Problem",
    "Report",
    "Slot",
    "Table",
    "TpuEmbeddingError",
    "Unknown",
    "check",
    "derive",
    "plan",
]


def __getattr__(name: str) -> object:
    """Loads the functions when they are used: the command, which starts often, does not need them."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from tpu_embedding_tools import _functions

    return getattr(_functions, name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]

def load_ipython_extension(shell: object) -> None:
    """Adds the magics for notebooks: ``%load_ext tpu_embedding_tools``."""
    from tpu_embedding_tools.notebook.magics import load

    load(shell)
