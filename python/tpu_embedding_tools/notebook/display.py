"""What an output cell shows: as HTML where it can be shown, else as text."""

import html
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, Sequence, Tuple

_SEVERITIES = ("error", "warning", "information", "hint")
#: They are seen on white and on black; words keep the notebook's own colour.
_COLOURS = ("#e53935", "#c77700", "#1e88e5", "#808080")

#: JupyterLab's own style breaks lines within words.
_PRE = (
    "margin: 4px 6px; white-space: pre-wrap; word-break: normal; line-height: 1.3; font-size: 12px;"
    " font-family: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
)


@dataclass(frozen=True)
class Problem:
    """A problem in a cell."""

    cell: int
    line: int
    severity: str
    message: str
    code: str

    @staticmethod
    def of(cell: int, diagnostic: Dict[str, Any]) -> "Problem":
        """Reads a diagnostic of the language server."""
        return Problem(
            cell,
            diagnostic["range"]["start"]["line"] + 1,
            _SEVERITIES[diagnostic.get("severity", 1) - 1],
            diagnostic["message"],
            str(diagnostic.get("code", "")),
        )

    @property
    def place(self) -> str:
        """Where it is, as a person sees it."""
        return f"In [{self.cell}], line {self.line}"


class Problems:
    """A table of problems."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems: Tuple[Problem, ...] = tuple(problems)

    def __repr__(self) -> str:
        if not self.problems:
            return "No problems."
        return "\n".join(f"{each.severity}: {each.place}: {each.message} [{each.code}]" for each in self.problems)

    def _repr_html_(self) -> str:
        if not self.problems:
            return "<p>No problems.</p>"
        rows = (
            f'<tr><td style="text-align: left"><span style="color: {_COLOURS[_SEVERITIES.index(each.severity)]}">●</span>'
            f" {each.severity}</td>"
            f"<td>{html.escape(each.place)}</td>"
            f'<td style="text-align: left; white-space: normal">{_with_code(each.message)}'
            f" <code>{html.escape(each.code)}</code></td></tr>"
            for each in self.problems
        )
        return f"<table>{''.join(rows)}</table>"


def _with_code(message: str) -> str:
    return re.sub("`([^`]+)`", r"<code>\1</code>", html.escape(message))


class Text:
    """Text whose columns stay under each other."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text.rstrip("\n")

    def _repr_html_(self) -> str:
        return f'<pre style="{_PRE}">{html.escape(self.text)}</pre>'


class Page:
    """The preview, in a frame that can reach nothing outside of it."""

    def __init__(self, page: str, title: str) -> None:
        self._page = page
        self._title = title

    def __repr__(self) -> str:
        return f"The preview of {self._title} is shown where outputs are HTML."

    def _repr_html_(self) -> str:
        return (
            '<iframe sandbox="allow-scripts allow-downloads" title="Optimizer preview"'
            ' style="width: 100%; height: 720px; border: 0; resize: vertical"'
            f' srcdoc="{html.escape(self._page)}"></iframe><script>{_tell_theme()}</script>'
        )


def _tell_theme() -> str:
    return (Path(__file__).parent / "theme.js").read_text(encoding="utf-8")
