"""What the functions return."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, Mapping, Optional, Tuple

Json = Mapping[str, Any]
Severity = Literal["error", "warning", "information", "hint"]


@dataclass(frozen=True)
class Place:
    """A place in a file, or in a message.

    >>> print(Place("model.py", 3, 1))
    model.py:3:1
    >>> print(Place("model.ipynb", 3, 1, cell=2))
    model.ipynb:cell 2:3:1
    >>> print(Place("TPUEmbeddingConfiguration", 4, 3, field="table_descriptor[0].dimension"))
    table_descriptor[0].dimension
    """

    path: str
    """The file as it was named; of a message its type."""
    line: int
    """The line, from 1; of a message in its text format."""
    column: int
    """The column, from 1, in UTF-16 code units as editors count."""
    cell: Optional[int] = None
    """The cell of a notebook, from 1, in which lines are counted."""
    field: Optional[str] = None
    """The field of a message, as Python reaches it; the message itself is an empty text."""

    def __str__(self) -> str:
        if self.field is not None:
            return self.field or self.path
        return f"{self.path}:{'' if self.cell is None else f'cell {self.cell}:'}{self.line}:{self.column}"


@dataclass(frozen=True)
class Problem:
    """A mistake, or what is likely one.

    >>> print(Problem("error", "unknown-field", 'there is no field "dim".', Place("a.textproto", 2, 1), ""))
    a.textproto:2:1: error: there is no field "dim". [unknown-field]
    """

    severity: Severity
    """``error`` is certain to fail, ``warning`` is likely a mistake."""
    code: str
    """The rule; ``tpu-embedding explain CODE`` shows its page."""
    message: str
    """What is wrong, what was expected and how to mend it."""
    place: Place
    href: str
    """The rule's page on the web."""

    def __str__(self) -> str:
        return f"{self.place}: {self.severity}: {self.message} [{self.code}]"


@dataclass(frozen=True)
class Report:
    """The problems that :func:`check` finds; as text one a line."""

    problems: Tuple[Problem, ...]

    @property
    def errors(self) -> Tuple[Problem, ...]:
        """The problems that are certain to fail."""
        return tuple(problem for problem in self.problems if problem.severity == "error")

    @property
    def warnings(self) -> Tuple[Problem, ...]:
        """The problems that are likely mistakes."""
        return tuple(problem for problem in self.problems if problem.severity == "warning")

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))


@dataclass(frozen=True)
class Unknown:
    """A part of a configuration that the program alone does not tell."""

    path: str
    """The field, such as ``tableDescriptor[0].dimension``."""
    reason: str


@dataclass(frozen=True)
class Configuration:
    """What a library builds from a program's tables and features."""

    place: Place
    """The call that builds it."""
    library: str
    """``tensorflow``, or the name of a library that has no message for it."""
    content: Json
    """The known part: a ``TPUEmbeddingConfiguration`` as ProtoJSON, or the tables and features of another library."""
    unknown: Tuple[Unknown, ...]
    """What is left out of the content."""
    refused: Optional[str]
    """Why the library refuses the program; then there is no content."""


@dataclass(frozen=True)
class Memory:
    """Bytes that are taken, and that there are."""

    bytes: Optional[int]
    capacity: Optional[int]


@dataclass(frozen=True)
class Slot:
    """The memory of a table's parameters, or of a slot variable of its optimizer."""

    name: str
    device_bytes: int
    host_bytes: int


@dataclass(frozen=True)
class Table:
    """The memory of a table."""

    name: str
    slots: Tuple[Slot, ...]
    """Empty where the table's memory is unknown."""


@dataclass(frozen=True)
class Plan:
    """The memory of a configuration's tables, and whether they fit into a TPU slice."""

    place: Optional[Place]
    """The call of the program that builds the configuration."""
    tpu: Optional[str]
    """The slice that was named."""
    fits: Optional[bool]
    """Whether the tables fit into the slice, unless none is named or that is unknown."""
    notes: Tuple[str, ...]
    """Other obstacles, what is unknown, and what the figures assume."""
    device_bytes: Optional[int]
    """The memory of all tables on the devices, unless it is unknown."""
    host_bytes: Optional[int]
    per_device: Optional[Memory]
    """The fullest chip."""
    per_host: Optional[Memory]
    """A checkpoint's copy on the host with the most rows."""
    tables: Tuple[Table, ...]
    smallest: Tuple[str, ...]
    """The smallest slices that hold the tables."""
    json: Json = field(repr=False)
    """All that ``tpu-embedding plan --format json`` tells of it."""


def place_of(at: Json, path: str) -> Place:
    """Reads a place in a file."""
    start, cell = at["range"]["start"], at.get("cell")
    return Place(path, start["line"] + 1, start["character"] + 1, None if cell is None else cell + 1)


def report_of(answer: Json) -> Report:
    """Reads the answer of ``check``."""
    return Report(
        tuple(
            Problem(each["severity"], each["code"], each["message"], place_of(each, file["path"]), each["href"])
            for file in answer["files"]
            for each in file["diagnostics"]
        )
    )


def configurations_of(answer: Json) -> Tuple[Configuration, ...]:
    """Reads the answer of ``derive``."""
    return tuple(
        Configuration(
            place_of(each["at"], each["at"]["path"]),
            each.get("library", "tensorflow"),
            each.get("message", each.get("made", {})),
            tuple(Unknown(unknown["path"], unknown["reason"]) for unknown in each["unknown"]),
            each["refused"]["reason"] if "refused" in each else None,
        )
        for each in answer["configurations"]
    )


def plans_of(answer: Json) -> Tuple[Plan, ...]:
    """Reads the answer of ``plan``, in which a single plan is not in a list."""
    return tuple(map(_plan_of, answer.get("configurations", [answer])))


def _plan_of(plan: Json) -> Plan:
    at = plan.get("at")
    return Plan(
        place=None if at is None else place_of(at, at["path"]),
        tpu=plan.get("tpu"),
        fits=plan.get("fits"),
        notes=tuple(plan.get("notes", [])),
        device_bytes=plan.get("deviceBytes"),
        host_bytes=plan.get("hostBytes"),
        per_device=_memory_of(plan.get("perDevice")),
        per_host=_memory_of(plan.get("perHost")),
        tables=tuple(
            Table(
                table["name"],
                tuple(Slot(slot["name"], slot["deviceBytes"], slot["hostBytes"]) for slot in table["slots"]),
            )
            for table in plan["tables"]
        ),
        smallest=tuple(slice_["tpu"] for slice_ in plan["smallest"]),
        json=plan,
    )


def _memory_of(memory: Optional[Json]) -> Optional[Memory]:
    return None if memory is None else Memory(memory.get("bytes"), memory.get("capacity"))
