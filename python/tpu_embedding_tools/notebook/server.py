"""A language server that is kept open, so that an answer takes milliseconds."""

import itertools
import json
import os
import queue
import subprocess
import threading
from pathlib import Path
from typing import Any, Dict, Mapping, Optional

from tpu_embedding_tools._node import command

#: The command of the lenses above optimizers, which tell where there are optimizers.
PREVIEW_COMMAND = "preview"

#: The protocol's number for cells of code.
_CODE = 2

_CAPABILITIES: Dict[str, Any] = {
    "textDocument": {"diagnostic": {}},
    "notebookDocument": {"synchronization": {}},
}


class ServerFailed(Exception):
    """The language server has ended, or does not answer."""


class Server:
    """One language server, for the files around a folder."""

    def __init__(self, folder: Path) -> None:
        """Starts the server.

        Raises:
            NodeMissing: There is no Node to run it with.
            ServerFailed: It does not answer.
        """
        self._process = subprocess.Popen(
            command("lsp", "--stdio"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._notebook = ""
        self._version = 0
        self._shown: Dict[str, str] = {}
        self._numbers = itertools.count(1)
        self._answers: "queue.Queue[Optional[Dict[str, Any]]]" = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.ask(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": folder.as_uri(),
                "capabilities": _CAPABILITIES,
                "initializationOptions": {"previewCommand": PREVIEW_COMMAND},
            },
        )
        self.tell("initialized", {})

    def ask(self, method: str, params: Dict[str, Any], seconds: float = 30) -> Any:
        """Gives the result of a request.

        Raises:
            ServerFailed: The server has ended, answers with an error, or not within this time.
        """
        number = next(self._numbers)
        self._send({"id": number, "method": method, "params": params})
        while True:
            try:
                answer = self._answers.get(timeout=seconds)
            except queue.Empty:
                raise ServerFailed(f"The language server did not answer within {seconds:g} seconds.") from None
            if answer is None:
                raise ServerFailed("The language server has ended.")
            if answer["id"] != number:
                continue
            if "error" in answer:
                raise ServerFailed(str(answer["error"]["message"]))
            return answer["result"]

    def tell(self, method: str, params: Dict[str, Any]) -> None:
        """Sends a notification.

        Raises:
            ServerFailed: The server has ended.
        """
        self._send({"method": method, "params": params})

    def show(self, notebook: str, cells: Mapping[str, str]) -> None:
        """Opens a notebook, or tells what changed in it; `cells` has the source of each by its address.

        A kernel's cells never change or move: one that runs again is a new one at the end.

        Raises:
            ServerFailed: The server has ended.
        """
        if notebook != self._notebook:
            self._open(notebook)
        for index, (uri, source) in reversed(list(enumerate(self._shown.items()))):
            if cells.get(uri) != source:
                self._change({"array": {"start": index, "deleteCount": 1}, "didClose": [{"uri": uri}]})
                del self._shown[uri]
        new = {uri: source for uri, source in cells.items() if uri not in self._shown}
        if new:
            added = [{"kind": _CODE, "document": uri} for uri in new]
            texts = [
                {"uri": uri, "languageId": "python", "version": 1, "text": source}
                for uri, source in new.items()
            ]
            array = {"start": len(self._shown), "deleteCount": 0, "cells": added}
            self._change({"array": array, "didOpen": texts})
            self._shown.update(new)

    def _open(self, notebook: str) -> None:
        """Opens a notebook without cells, in place of the one that was open."""
        if self._notebook:
            uris = [{"uri": uri} for uri in self._shown]
            closed = {"notebookDocument": {"uri": self._notebook}, "cellTextDocuments": uris}
            self.tell("notebookDocument/didClose", closed)
        self._notebook, self._shown = notebook, {}
        opened = {"uri": notebook, "notebookType": "jupyter-notebook", "version": self._version, "cells": []}
        self.tell("notebookDocument/didOpen", {"notebookDocument": opened, "cellTextDocuments": []})

    def _change(self, structure: Dict[str, Any]) -> None:
        self._version += 1
        document = {"uri": self._notebook, "version": self._version}
        change = {"cells": {"structure": structure}}
        self.tell("notebookDocument/didChange", {"notebookDocument": document, "change": change})

    def close(self) -> None:
        """Ends the server. One whose kernel dies ends by itself, as its standard input does."""
        # Its pipes are closed, too.
        with self._process:
            self._process.kill()
            self._reader.join()

    def _send(self, message: Dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin
        try:
            self._process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise ServerFailed("The language server has ended.") from None

    def _read(self) -> None:
        """Reads messages until the server ends. What it asks or tells by itself needs no answer from a kernel."""
        stream = self._process.stdout
        assert stream
        while True:
            length = 0
            while header := stream.readline().strip():
                name, _, value = header.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            body = stream.read(length)
            if not body:
                break
            message = json.loads(body)
            if "id" in message and "method" not in message:
                self._answers.put(message)
        self._answers.put(None)


def position(line: int, character: int = 0) -> Dict[str, int]:
    """A position of the protocol; both count from 0."""
    return {"line": line, "character": character}
