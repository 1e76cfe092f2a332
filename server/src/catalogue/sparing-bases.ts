// Modules whose classes leave alone what a class that is derived from them stores in its objects.

/** By the beginnings of their names. */
const MODULES =
  /^(?:builtins|abc|argparse|ast|asyncio|cmd|code|codecs|collections|concurrent|configparser|contextlib|contextvars|copy|csv|ctypes|dataclasses|datetime|decimal|email|enum|fractions|functools|html|http|importlib|io|itertools|json|logging|multiprocessing|numbers|operator|pathlib|pickle|pprint|queue|random|selectors|six|shelve|socketserver|string|struct|tempfile|threading|tokenize|types|typing|typing_extensions|unittest|urllib|uuid|warnings|weakref|xml|absl|attrs?|chex|equinox|flax|google|grain|haiku|jax\w*|keras\w*|lightning|ml_collections|numpy|optax|orbax|pydantic\w*|pytest|pytorch_lightning|sonnet|tensorflow\w*|tf_keras|torch\w*|tree|yaml)(?:\.|$)/;

/** Whether a class, by its full name, may set or fill attributes that a derived class stores. */
export const fillsObjects = (name: string): boolean => !MODULES.test(name);
