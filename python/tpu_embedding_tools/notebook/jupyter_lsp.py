"""How jupyter-lsp, which serves JupyterLab, starts the language server."""

from typing import Any, Dict

from tpu_embedding_tools._node import NodeMissing, command


def spec(manager: Any) -> Dict[str, Any]:
    """Gives the server's entry for jupyter-lsp; none where there is no Node to run it with."""
    del manager
    try:
        argv = command("lsp", "--stdio")
    except NodeMissing:
        return {}
    return {
        "tpu-embedding": {
            "version": 2,
            "display_name": "TPU Embedding Tools",
            "argv": argv,
            # JupyterLab takes text format for plain text; the server goes by the name of the file.
            "languages": ["python", "textproto", "plain", "plaintext"],
            "mime_types": ["text/x-python", "text/x-ipython", "text/plain"],
            # Else the user's folder would get copies of all that is open.
            "requires_documents_on_disk": False,
        }
    }
