"""The functions, each over a command of ``tpu-embedding``."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from typing import Any, Dict, List, Mapping, Optional, Tuple, Union

from tpu_embedding_tools import _embedding
from tpu_embedding_tools._answers import (
    Configuration,
    Json,
    Memory,
    Place,
    Plan,
    Problem,
    Report,
    Slot,
    Table,
    Unknown,
    configurations_of,
    plans_of,
    report_of,
)
from tpu_embedding_tools._node import NodeMissing, run

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

Source = Union[str, "os.PathLike[str]"]


class TpuEmbeddingError(Exception):
    """There is no answer; the text says why.

    >>> check("missing.textproto")
    Traceback (most recent call last):
        ...
    tpu_embedding_tools.TpuEmbeddingError: Cannot read missing.textproto: there is no such file or folder.
    """

    # The name that a program imports it by.
    __module__ = "tpu_embedding_tools"


def check(
    source: Union[Source, object],
    *,
    name: Optional[str] = None,
    rules: Optional[Mapping[str, str]] = None,
    tensorflow_version: Optional[str] = None,
) -> Report:
    """Reports the mistakes in a file, a folder, a text, an embedding or a configuration, as ``tpu-embedding check`` does.

    The settings of the nearest ``tpu-embedding.json`` or ``pyproject.toml`` hold.

    Args:
        source: The path of a file or a folder; a text of several lines; a ``TPUEmbedding`` or ``TPUEmbeddingV2`` of TensorFlow, on a
            TPU or not; or a message ``TPUEmbeddingConfiguration``.
        name: The file name that a text goes by, which says what it is: ``model.py`` is a program, ``model.ipynb`` a notebook. Without
            a name, a text is a configuration in text format. With one, ``source`` is a text even if it has one line.
        rules: Severities by rule: ``error``, ``warning``, ``information``, ``hint`` or ``off``.
        tensorflow_version: The release of TensorFlow that a program runs on, such as ``2.15``. By default, it is read from
            requirements and environments.

    Returns:
        The problems in the order of the text. Those of an embedding or a message name its fields.

    Raises:
        TpuEmbeddingError: A file cannot be read, an argument is wrong, or no Node is installed.
        TypeError: ``source`` is none of these.

    Examples:
        >>> report = check("mistakes.textproto")
        >>> print(report.errors[0])
        mistakes.textproto:7:7: error: "TRAIN" is not a value of mode. Did you mean TRAINING? [unknown-enum-value]
        >>> len(report.errors), len(report.warnings)
        (6, 0)
        >>> print(check("table_descriptor {\\n  dim: 64\\n}\\n").errors[-1].message)
        TableDescriptor has no field "dim"; did you mean "dimension"?

        In a test, or before a TPU is asked for:

        >>> assert not check("two_towers.py").errors
    """
    options = [f"--rule={rule}={severity}" for rule, severity in (rules or {}).items()]
    if tensorflow_version is not None:
        options.append(f"--tensorflow-version={tensorflow_version}")
    message = _embedding.written(source)
    if message is None:
        return report_of(_answer("check", options, _input(source, name, "configuration.textproto")))
    report = report_of(_answer("check", options, (message.text, _embedding.CONFIGURATION)))
    return Report(tuple(replace(problem, place=_in_message(problem.place, message)) for problem in report.problems))


def derive(
    source: Source,
    *,
    name: Optional[str] = None,
    num_hosts: Optional[int] = None,
    num_replicas: Optional[int] = None,
    per_replica_batch_size: Optional[int] = None,
    num_cores_per_replica: Optional[int] = None,
) -> Tuple[Configuration, ...]:
    """Gives the configurations that a library builds from a program's tables and features, without running it.

    Args:
        source: The path of a program or a notebook, or the text of a program of several lines.
        name: The file name that a text goes by: ``model.ipynb`` for that of a notebook. With one, ``source`` is a text.
        num_hosts: Hosts of the TPU slice.
        num_replicas: Replicas of the model on the slice.
        per_replica_batch_size: Samples that each replica gets in a step.
        num_cores_per_replica: TensorCores of each replica, if the program uses a device assignment.

    Returns:
        A configuration for each object that the program builds. What is unknown is listed and left out; one that the library refuses
        says why.

    Raises:
        TpuEmbeddingError: The file cannot be read or is no program, an argument is wrong, or no Node is installed.

    Examples:
        >>> configuration, = derive("two_towers.py", num_hosts=2, num_replicas=8, per_replica_batch_size=128)
        >>> [table["name"] for table in configuration.content["tableDescriptor"]]
        ['item', 'user']
        >>> configuration.unknown
        ()
        >>> print(configuration.place)
        two_towers.py:26:9
    """
    strategy = _strategy(num_hosts, num_replicas, per_replica_batch_size, num_cores_per_replica)
    return configurations_of(_answer("derive", strategy, _input(source, name, "program.py")))


def plan(
    source: Union[Source, object],
    *,
    tpu: Optional[str] = None,
    name: Optional[str] = None,
    num_hosts: Optional[int] = None,
    num_replicas: Optional[int] = None,
    per_replica_batch_size: Optional[int] = None,
    num_cores_per_replica: Optional[int] = None,
) -> Tuple[Plan, ...]:
    """Gives the memory of tables by slot, device and host, and whether they fit into a TPU slice.

    Args:
        source: What :func:`check` takes, save a folder.
        tpu: The slice, such as ``v5p-16``.
        name: The file name that a text goes by. With one, ``source`` is a text.
        num_hosts: Hosts of the TPU slice, for a program; those of ``tpu`` by default.
        num_replicas: Replicas of the model on the slice, for a program.
        per_replica_batch_size: Samples that each replica gets in a step, for a program.
        num_cores_per_replica: TensorCores of each replica, for a program that uses a device assignment.

    Returns:
        A plan for each configuration; a file in text format holds one.

    Raises:
        TpuEmbeddingError: The file cannot be read or holds no configuration, the library refuses the program, an argument is wrong, or
            no Node is installed.
        TypeError: ``source`` is nothing that can be planned.

    Examples:
        >>> planned, = plan("ads_ranking.textproto", tpu="v5p-16")
        >>> planned.fits
        True
        >>> planned.tables[0].slots[0]
        Slot(name='parameters', device_bytes=12800032768, host_bytes=12800000000)
        >>> planned.per_device.bytes < planned.per_device.capacity
        True
    """
    options = _strategy(num_hosts, num_replicas, per_replica_batch_size, num_cores_per_replica)
    if tpu is not None:
        options.append(f"--tpu={tpu}")
    message = _embedding.written(source)
    if message is not None:
        return plans_of(_answer("plan", options, (message.text, _embedding.CONFIGURATION)))
    return plans_of(_answer("plan", options, _input(source, name, "configuration.textproto")))


_Input = Union[str, Tuple[str, str]]
"""A path, or a text and its name."""


def _input(source: object, name: Optional[str], default: str) -> _Input:
    if isinstance(source, os.PathLike):
        return str(os.fspath(source))
    if not isinstance(source, str):
        raise TypeError(
            "takes a path, a text, a TPUEmbedding of TensorFlow or a TPUEmbeddingConfiguration, "
            f"not {type(source).__module__}.{type(source).__qualname__}"
        )
    return (source, name or default) if name is not None or "\n" in source else source


def _strategy(
    num_hosts: Optional[int],
    num_replicas: Optional[int],
    per_replica_batch_size: Optional[int],
    num_cores_per_replica: Optional[int],
) -> List[str]:
    given: Dict[str, Optional[int]] = {
        "num-hosts": num_hosts,
        "num-replicas": num_replicas,
        "per-replica-batch-size": per_replica_batch_size,
        "num-cores-per-replica": num_cores_per_replica,
    }
    return [f"--{name}={value}" for name, value in given.items() if value is not None]


def _answer(word: str, options: List[str], source: _Input) -> Json:
    """What a command writes as JSON."""
    text, place = ("", [source]) if isinstance(source, str) else (source[0], [f"--stdin-filename={source[1]}", "-"])
    files = ["--", *place] if isinstance(source, str) else place
    try:
        ended = run(word, "--format=json", *options, *files, text=text)
    except NodeMissing as missing:
        raise TpuEmbeddingError(str(missing)) from None
    # Each command has statuses of its own below 2, and `derive` says 3 where something is unknown.
    failed = ended.returncode == 2 or (ended.returncode == 3 and word != "derive")
    if failed or not ended.stdout.strip():
        reason = ended.stderr.decode(errors="replace").strip()
        raise TpuEmbeddingError(reason.removeprefix("tpu-embedding: ") or f"tpu-embedding {word} ended with status {ended.returncode}.")
    answer: Dict[str, Any] = json.loads(ended.stdout)
    return answer


def _in_message(place: Place, message: _embedding.Written) -> Place:
    """The same place, with the field of its line."""
    fields = message.fields
    return replace(place, field=fields[place.line - 1] if place.line <= len(fields) else "")
