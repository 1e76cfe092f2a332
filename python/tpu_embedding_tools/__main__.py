"""``python -m tpu_embedding_tools`` is the command ``tpu-embedding``."""

from tpu_embedding_tools._node import main

main()
