"""Reads a ``TPUEmbedding`` of TensorFlow or a ``TPUEmbeddingConfiguration`` as text format.

TensorFlow and protobuf are never imported before the object that is given has imported them.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Dict, List, Mapping, Optional, Tuple

CONFIGURATION = "TPUEmbeddingConfiguration"
_FULL_NAME = f"tensorflow.tpu.{CONFIGURATION}"

_ABSENT: Mapping[str, str] = {
    "num_hosts": "num-hosts-not-positive",
    "num_tensor_cores": "num-tensor-cores-not-positive",
    "input_shape": "input-shape-empty",
}
"""The rules that report absent fields, by fields that an embedding without a TPU does not know."""


@dataclass(frozen=True)
class Written:
    """A message in text format."""

    text: str
    fields: Tuple[str, ...]
    """The field of each line, as Python reaches it: ``table_descriptor[0].dimension``."""


def written(given: object) -> Optional[Written]:
    """Writes an embedding or a configuration; gives nothing for an object of another kind."""
    message, unknown = _message_of(given)
    if message is None:
        return None
    header = [f"# proto-message: {_FULL_NAME}"]
    if unknown:
        header.append(f"# tpu-embedding: ignore-file[{', '.join(_ABSENT[name] for name in unknown)}]")
    text: str = import_module("google.protobuf.text_format").MessageToString(message)
    return Written("\n".join([*header, text]), ("",) * len(header) + _fields(message, text))


def _message_of(given: Any) -> Tuple[Any, List[str]]:
    """The configuration, and what an embedding leaves unknown of it."""
    if getattr(getattr(given, "DESCRIPTOR", None), "full_name", None) == _FULL_NAME:
        return given, []
    if hasattr(given, "_config_proto"):
        return given._config_proto, []
    if hasattr(given, "_table_config") and hasattr(given, "_feature_config"):
        return _configuration_of(given)
    return None, []


def _configuration_of(embedding: Any) -> Tuple[Any, List[str]]:
    """Builds the configuration of an embedding that has none, because no TPU runs it or its TPU takes another form."""
    pb2 = sys.modules["tensorflow.core.protobuf.tpu.tpu_embedding_configuration_pb2"]
    flatten = sys.modules["tensorflow.python.util.nest"].flatten
    message = getattr(pb2, CONFIGURATION)(mode=getattr(pb2, CONFIGURATION).TRAINING)
    tables = embedding._table_config
    rates: Dict[Any, int] = {}
    for table in tables:
        rate = getattr(table.optimizer, "learning_rate", None)
        if callable(rate):
            rates.setdefault(rate, len(rates))
        descriptor = message.table_descriptor.add()
        table._set_table_descriptor(descriptor, 1, rates)
        layout = getattr(table, "layout", None)
        if layout is not None:
            # TPUEmbeddingV2 has padded the sizes of its copy of the table.
            descriptor.vocabulary_size, descriptor.dimension = layout.unsharded_shape
    unknown = ["num_hosts", "num_tensor_cores"]
    for feature, shape in zip(flatten(embedding._feature_config), embedding._output_shapes):
        descriptor = message.feature_descriptor.add(name=feature.name or "", table_id=tables.index(feature.table))
        if _is_known(shape):
            descriptor.input_shape.extend(list(shape))
        elif "input_shape" not in unknown:
            unknown.append("input_shape")
    return message, unknown


def _is_known(shape: Any) -> bool:
    if hasattr(shape, "is_fully_defined"):
        return bool(shape.is_fully_defined()) and len(shape) > 0
    return bool(shape)


def _fields(message: Any, text: str) -> Tuple[str, ...]:
    """The field of each line of a message's text format."""
    fields: List[str] = []
    blocks: List[Tuple[str, Any]] = [("", message)]
    counts: Dict[str, int] = {}
    for line in text.splitlines():
        path, block = blocks[-1]
        named = re.match(r"\s*(\w+)(?=: | \{)", line)
        if named is None:
            fields.append(path)
            if line.strip() == "}":
                blocks.pop()
            continue
        name = f"{path}.{named[1]}" if path else named[1]
        value: Any = getattr(block, named[1], None)
        if _is_repeated(value):
            at = counts[name] = counts.get(name, -1) + 1
            name, value = f"{name}[{at}]", value[at]
        fields.append(name)
        if line.endswith("{"):
            blocks.append((name, value))
    return tuple(fields)


def _is_repeated(value: object) -> bool:
    return hasattr(value, "__len__") and not isinstance(value, (str, bytes))
