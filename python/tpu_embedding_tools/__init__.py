"""TPU Embedding Tools: mistakes in TPU embedding configurations, programs and notebooks, found before a TPU finds them.

The command is ``tpu-embedding``, or ``python -m tpu_embedding_tools`` where scripts are not on the PATH.
"""
