import { setFlagsFromString } from 'node:v8';

/** Objects that V8 makes old from the start would keep those that they refer to until it collects everything. */
const YOUNG_OBJECTS = '--no-allocation-site-pretenuring';

/**
 * The nodes of a program and the values that it computes have some 30 shapes. Where V8 meets more than 16 in one place, in place
 * of 4, it gives up telling them apart.
 */
const MANY_SHAPES = '--max-valid-polymorphic-map-count=16';

/**
 * V8 11.3, of Node 20, has nothing between its baseline compiler and its optimizing one: it optimizes after so many bytes of
 * bytecode in place of 67584. Later releases have a compiler in between, and not this flag.
 */
const optimizingAfter = (bytes: number): readonly string[] =>
  process.versions.v8.startsWith('11.3.') ? [`--interrupt-budget=${bytes}`] : [];

/** A server asks the same of similar texts again and again, and its first answers should be fast, too. */
export const setUpServer = (): void => setUp([YOUNG_OBJECTS, MANY_SHAPES, ...optimizingAfter(12_000)]);

/** Where each file is checked once, optimizing hot code costs twice what it saves. */
export const setUpChecks = (): void => setUp(optimizingAfter(600_000));

function setUp(flags: readonly string[]): void {
  for (const flag of flags) setFlagsFromString(flag);
}
