"""Runs programs and records the value of each expression whenever it is evaluated.

Reads a program a line, as JSON: {"text": …, "seed": …, "outside": …}; what is outside runs after it with its names, and is
not recorded. Writes a line for each: the places that were evaluated, each with its different values, or why the program is
none.
"""

import ast
import asyncio
import builtins
import collections
import enum
import functools
import io
import json
import signal
import string
import sys
import types

import opaque

try:
    import resource
except ImportError:
    # Windows has none.
    resource = None

MOST_EVALUATIONS = 20_000
MOST_SECONDS = 5
MOST_BYTES = 2**31
MOST_VALUES = 60
MOST_LENGTH = 1000
MOST_PARTS = 200
MOST_DEPTH = 6
# Before it, places within f-strings are wrong.
HAS_FIELD_PLACES = sys.version_info >= (3, 12)
ANYTHING = "?"
PLACE = ("lineno", "col_offset", "end_lineno", "end_col_offset")


class Stopped(BaseException):
    """The program takes too long."""


class Instrument(ast.NodeTransformer):
    """Wraps each expression, so that its value is recorded."""

    def __init__(self, text):
        self.lines = [line + "\n" for line in text.split("\n")]
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + units(line))
        self.places = []

    def offset(self, line, column):
        before = self.lines[line - 1].encode()[:column].decode()
        return self.starts[line - 1] + units(before)

    def visit(self, node):
        if isinstance(node, (ast.pattern, ast.Global, ast.Nonlocal)):
            return node
        if isinstance(node, ast.JoinedStr) and not HAS_FIELD_PLACES:
            return self.wrapped(node)
        if isinstance(node, ast.arg):
            return node
        if isinstance(node, ast.AnnAssign):
            node.target = self.visit(node.target)
            node.value = node.value and self.visit(node.value)
            return node
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            returns, node.returns = node.returns, None
            self.generic_visit(node)
            node.returns = returns
            return node
        if isinstance(node, ast.FormattedValue):
            node.value = self.visit(node.value)
            if node.format_spec:
                self.generic_visit(node.format_spec)
            return node
        self.generic_visit(node)
        is_value = isinstance(node, ast.expr) and not isinstance(node, (ast.Starred, ast.Slice))
        if not is_value or not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
            return node
        if isinstance(node, ast.Tuple) and any(isinstance(each, ast.Slice) for each in node.elts):
            return node
        return self.wrapped(node)

    def wrapped(self, node):
        start = self.offset(node.lineno, node.col_offset)
        end = self.offset(node.end_lineno, node.end_col_offset)
        self.places.append((start, end))
        here = {name: getattr(node, name) for name in PLACE}
        index = ast.Constant(len(self.places) - 1, **here)
        return ast.Call(ast.Name("_recorded_", ast.Load(), **here), [index, node], [], **here)


def units(text):
    return len(text.encode("utf-16-le")) // 2


def frozen(value, depth, left):
    """A snapshot of a value as JSON, made without running code of the program."""
    left[0] -= 1
    if depth > MOST_DEPTH or left[0] < 0:
        return ANYTHING
    kind = type(value)

    def parts(values):
        return [frozen(each, depth + 1, left) for each in values]

    if (kind is int and value.bit_length() > 1000) or (kind in SIZED and len(value) > MOST_LENGTH):
        return ANYTHING
    if kind is complex:
        return ["complex"]
    if value is None or value is ... or kind in (bool, int, float, str, bytes):
        name = {type(None): "none", type(...): "ellipsis"}.get(kind, kind.__name__)
        return [name, value.decode("latin-1") if kind is bytes else value if kind is str else repr(value)]
    if issubclass(kind, (list, collections.deque)):
        return ["list", parts((list if issubclass(kind, list) else collections.deque).__iter__(value))]
    if issubclass(kind, tuple):
        return ["tuple", parts(tuple.__iter__(value))]
    if issubclass(kind, dict):
        return ["dict", [parts(item) for item in dict.items(value)]]
    if kind in (set, frozenset):
        return ["set", parts(value)]
    if kind is range:
        return ["range", [repr(value.start), repr(value.stop), repr(value.step)]]
    if kind in CALLABLE:
        return ["callable"]
    if kind in VIEWS:
        return ["view"]
    if issubclass(kind, type):
        return ["class", value.__name__]
    if kind is types.CoroutineType or issubclass(kind, asyncio.Future):
        return ["coroutine"]
    if kind.__module__ == "program" or kind in (types.SimpleNamespace, string.Template):
        if issubclass(kind, enum.Enum):
            fields = {"value": frozen(value._value_, depth + 1, left)}
        else:
            held = object.__getattribute__(value, "__dict__") if hasattr(kind, "__dict__") else {}
            fields = {name: frozen(each, depth + 1, left) for name, each in held.items()}
        return ["instance", kind.__name__, fields, [base.__name__ for base in kind.__mro__]]
    if hasattr(kind, "__next__"):
        return ["iterator"]
    return ["other", kind.__name__]


SIZED = (str, bytes, list, tuple, dict, set, frozenset)
CALLABLE = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    types.MethodDescriptorType,
    types.ClassMethodDescriptorType,
    types.MethodWrapperType,
    types.WrapperDescriptorType,
    functools.partial,
    type(functools.lru_cache(len)),
)
ORDERED = collections.OrderedDict()
VIEWS = tuple(type(view) for each in ({}, ORDERED) for view in (each.keys(), each.values(), each.items()))


def record(text, seed, outside=""):
    try:
        tree = ast.parse(text)
        instrument = Instrument(text)
        code = compile(instrument.visit(tree), "<program>", "exec")
    except SyntaxError as error:
        return {"error": f"line {error.lineno}: {error.msg}"}
    found = [{} for _ in instrument.places]
    left = [MOST_EVALUATIONS]

    def recorded(index, value):
        left[0] -= 1
        if left[0] < 0:
            raise Stopped
        values = found[index]
        if len(values) < MOST_VALUES:
            values[json.dumps(frozen(value, 0, [MOST_PARTS]))] = None
        return value

    def stop(*_):
        raise Stopped

    builtins._recorded_ = recorded
    can_wait = hasattr(signal, "SIGALRM")
    if can_wait:
        signal.signal(signal.SIGALRM, stop)
        signal.alarm(MOST_SECONDS)
    opaque.reset(seed)
    module = types.ModuleType("program")
    sys.modules["program"] = module
    raised = None
    try:
        try:
            exec(code, module.__dict__)
            exec(outside, module.__dict__)
        finally:
            if can_wait:
                signal.alarm(0)
    except Stopped:
        raised = "Stopped"
    except BaseException as error:
        raised = type(error).__name__
    values = [
        [start, end, [json.loads(each) for each in all_values]]
        for (start, end), all_values in zip(instrument.places, found)
        if 0 < len(all_values) < MOST_VALUES
    ]
    return {"values": values, "raised": raised}


def main():
    sys.setrecursionlimit(300)
    if resource:
        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    out = sys.stdout
    source = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8")
    for line in source:
        program = json.loads(line)
        sys.stdout = io.StringIO()
        result = record(**program)
        sys.stdout = out
        out.write(json.dumps(result) + "\n")
    out.flush()


main()
