// What unittest and pytest take for a test by its name, and what they run before it.

export const isTest = (name: string): boolean => name.startsWith('test');

/** The methods of a class that run before its tests, in their order. */
export const SET_UP_OF_CLASS = {
  unittest: ['setUpClass', 'setUp'],
  pytest: ['setup_class', 'setup_method'],
} as const;

/** They, what only some classes have, and functions of a module. */
const SETTING_UP: ReadonlySet<string> = new Set([
  ...Object.values(SET_UP_OF_CLASS).flat(),
  ...['asyncSetUp', 'setUpTestData', 'setUpModule', 'setup_module', 'setup_function'],
]);

export const isSetUp = (name: string): boolean => SETTING_UP.has(name);
