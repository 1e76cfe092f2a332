const BY_MODULE: Readonly<Record<string, readonly string[]>> = {
  builtins: ['open'],
  contextlib: ['closing', 'nullcontext', 'redirect_stderr', 'redirect_stdout'],
  tempfile: ['NamedTemporaryFile', 'SpooledTemporaryFile', 'TemporaryDirectory', 'TemporaryFile'],
  threading: ['Lock', 'RLock'],
  warnings: ['catch_warnings'],
};

/** What of Python makes context managers, none of which suppresses an exception. */
export const LETTING_THROUGH: ReadonlySet<string> = new Set(
  Object.entries(BY_MODULE).flatMap(([module, names]) => names.map((name) => `${module}.${name}`)),
);

/** Last parts of such names, those of libraries included. */
export const LETTING_THROUGH_BY_NAME: ReadonlySet<string> = new Set([
  ...Object.values(BY_MODULE).flat(),
  ...['as_default', 'scope', 'device', 'name_scope', 'variable_scope', 'init_scope', 'control_dependencies'],
  ...['GradientTape', 'Session'],
]);
