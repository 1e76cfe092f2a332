"""What ``%load_ext tpu_embedding_tools`` brings into a notebook."""
