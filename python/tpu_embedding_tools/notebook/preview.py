"""The preview of an optimizer as one page, with all that it can ask for."""

import json
from pathlib import Path
from typing import Any, Dict, List, Optional

from tpu_embedding_tools.notebook.cells import Cell, Cells
from tpu_embedding_tools.notebook.display import Page
from tpu_embedding_tools.notebook.server import PREVIEW_COMMAND, Server, position

_PAGE = Path(__file__).parent / "output-cell.html"

#: The server refuses those that a path cannot have. A number stands for any other.
_VALUES = (0.8125, 7, False, True, "ENABLED", "DISABLED")


def preview(server: Server, cells: Cells, cell: Optional[int], line: Optional[int]) -> Optional[Page]:
    """Gives the preview of the optimizer at a line, counted from 1, or of the first one in a cell, or in the last cell that has one.

    None where there is no optimizer.

    Raises:
        ServerFailed: The language server has ended, or does not answer.
    """
    for asked in reversed([each for each in cells if cell in (None, each.number)]):
        at = position(line - 1) if line is not None else _first_optimizer(server, cells.uri(asked))
        place = at and server.ask("tpuEmbedding/optimizerAt", {"uri": cells.uri(asked), "position": at})
        if place:
            # The optimizer may be in an earlier cell than the table that uses it.
            made = cells.cell_of(place.get("uri", "")) or asked
            return _page(server, cells, made, place)
    return None


def _first_optimizer(server: Server, uri: str) -> Optional[Dict[str, int]]:
    lenses: List[Dict[str, Any]] = server.ask("textDocument/codeLens", {"textDocument": {"uri": uri}}) or []
    places = [lens["command"]["arguments"][1] for lens in lenses if lens.get("command", {}).get("command") == PREVIEW_COMMAND]
    return places[0] if places else None


def _page(server: Server, cells: Cells, cell: Cell, place: Dict[str, Any]) -> Page:
    uri = cells.uri(cell)
    source = {
        "uri": uri,
        "position": place["range"]["start"],
        "file": f"In [{cell.number}]",
        "key": uri,
    }
    known = {
        "source": source,
        "place": place,
        "configurations": server.ask("tpuEmbedding/plan", {"uri": uri}),
        "text": cell.source,
        "templates": _templates(server, source, place),
    }
    # No text may end the script element that holds the data.
    data = json.dumps(known).replace("<", "\\u003c")
    page = _PAGE.read_text(encoding="utf-8").replace('"KNOWN"', data, 1)
    return Page(page, place["title"])


def _templates(server: Server, source: Dict[str, Any], place: Dict[str, Any]) -> List[Dict[str, Any]]:
    """How the server would write each value: the page cannot ask later."""
    templates = []
    for path in place["editable"]:
        for value in _VALUES:
            change = {"path": path, "value": value}
            asked = {
                "uri": source["uri"],
                "position": source["position"],
                "version": place["version"],
                "changes": [change],
            }
            answer = server.ask("tpuEmbedding/optimizerEdit", asked)
            if "edits" in answer:
                templates.append({**change, "edits": answer["edits"]})
    return templates
