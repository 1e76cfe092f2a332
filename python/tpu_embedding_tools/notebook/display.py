"""What an output cell shows: as HTML where it can be shown, else as text."""

import html
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, Sequence, Tuple

_SEVERITIES = ("error", "warning", "information", "hint")
_COLOURS = ("#c62828", "#a15c00", "#1565c0", "inherit")


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
            f'<tr><td style="color: {_COLOURS[_SEVERITIES.index(each.severity)]}">{each.severity}</td>'
            f"<td>{html.escape(each.place)}</td>"
            f'<td style="text-align: left; white-space: normal">{html.escape(each.message)}'
            f" <code>{html.escape(each.code)}</code></td></tr>"
            for each in self.problems
        )
        return f"<table>{''.join(rows)}</table>"


class Text:
    """Text whose columns stay under each other."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text.rstrip("\n")

    def _repr_html_(self) -> str:
        style = "font-family: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; line-height: 1.3"
        return f'<pre style="{style}">{html.escape(self.text)}</pre>'


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
