import { setFlagsFromString } from 'node:v8';

/** Objects that V8 makes old from the start would keep those that they refer to until it collects everything. */
const YOUNG_OBJECTS = '--no-allocation-site-pretenuring';

/**
 * The nodes of a program and the values that it computes have some 30 shapes. Where the engine meets more than so many in one
 * place, in place of 4, it gives up telling them apart.
 */
const MANY_SHAPES = '--max-valid-polymorphic-map-count=16';

/**
 * V8 11.3, of Node 20, has nothing between its baseline compiler and its optimizing one, and the code that follows a program is
 * large: it is optimized after so many bytes of bytecode in place of 67584, so that the first edits are fast, too. Later
 * releases have a compiler in between, and not this flag.
 */
const EARLY_OPTIMIZATION = process.versions.v8.startsWith('11.3.') ? '--interrupt-budget=12000' : undefined;

/** Sets the engine up for a server, which asks the same of similar texts again and again. */
export function setUpEngine(): void {
  for (const flag of [YOUNG_OBJECTS, MANY_SHAPES, EARLY_OPTIMIZATION]) if (flag) setFlagsFromString(flag);
}
