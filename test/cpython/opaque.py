"""A module that generated programs import and the evaluator does not see. It may do anything with its arguments."""

import random

_kept = []
LETTER = "a"
ONE = 1


def reset(seed):
    random.seed(seed)
    _kept.clear()


def maybe():
    return random.random() < 0.5


def number():
    return random.randrange(5)


def word():
    return random.choice(["", "a", "one", "Two words"])


def pick(*values):
    return random.choice(values)


def same(value):
    return value


def fail():
    if maybe():
        raise ValueError("opaque")


def keep(value):
    """Stores a value, to change or call it at any later time."""
    _kept.append(value)
    return value


def fire():
    for value in list(_kept):
        mutate(value)


def call(function, *arguments, **keywords):
    for _ in range(random.randrange(3)):
        function(*arguments, **keywords)


def mutate(value, depth=0):
    """Changes its argument, or something that the argument holds."""
    if depth < 3 and maybe():
        held = list(value.values()) if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else []
        for each in held:
            mutate(each, depth + 1)
    if isinstance(value, list):
        random.choice([value.clear, value.reverse, lambda: value.append(99), lambda: value.insert(0, None)])()
    elif isinstance(value, dict):
        random.choice([value.clear, lambda: value.update(a=99), lambda: value.setdefault("opaque", 98)])()
    elif isinstance(value, set):
        random.choice([value.clear, lambda: value.add(97)])()
    elif callable(value) and not isinstance(value, type):
        try:
            value()
        except TypeError:
            pass
    elif hasattr(value, "__dict__") and not isinstance(value, type):
        for name in list(vars(value)):
            mutate(vars(value)[name], depth + 1)
            if maybe() and not name.startswith("_"):
                try:
                    setattr(value, name, 96)
                except AttributeError:
                    pass
    return value


class Swallow:
    """A context manager that suppresses exceptions of its block."""

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        return True
