import { type Backend, plain } from './backend';
import { vectorModule } from './vector-module';
import { PAGE } from './web-assembly';

/** Constants of code stand at the start of the memory; no formula has more. */
const MOST_CONSTANTS = 64;
/** Bytes of a vector: what begins at a multiple loads fastest. */
const VECTOR = 16;
const BYTES = Float32Array.BYTES_PER_ELEMENT;

/** There are as many as there are variants of formulas. */
const modules = new Map<string, WebAssembly.Module>();

/**
 * WebAssembly, which computes four cells at a time where JavaScript engines compute one, in double precision, with a memory
 * for arrays of so many `numbers` in all. In JavaScript where there is no WebAssembly, or none with vectors.
 */
export function vectorBackend(numbers: number): Backend {
  try {
    // Each of the few arrays may be rounded up to whole vectors, and the last vector goes beyond it.
    const pages = Math.ceil((numbers * BYTES) / PAGE) + 1;
    return inMemory(new WebAssembly.Memory({ initial: pages, maximum: pages }));
  } catch {
    return plain;
  }
}

function inMemory(memory: WebAssembly.Memory): Backend {
  const all = new Float32Array(memory.buffer);
  let used = 0;
  const array = (length: number) => {
    const start = used;
    used += Math.ceil((length * BYTES) / VECTOR) * VECTOR;
    return new Float32Array(memory.buffer, start, length);
  };
  const shared = array(MOST_CONSTANTS);
  return {
    array,
    compile: (code) => {
      const key = JSON.stringify(code);
      const module = modules.get(key) ?? new WebAssembly.Module(vectorModule(code));
      modules.set(key, module);
      const { exports } = new WebAssembly.Instance(module, { '': { '': memory } });
      const run = exports['run'] as (bytes: number, ...addresses: number[]) => void;
      return (arrays, constants) => {
        const length = arrays[0]?.length ?? 0;
        if (length === 0) return;
        shared.set(constants);
        // The last vector may go beyond the arrays, to cells of another row.
        const beyond = -length & 3;
        const kept = code.results.map(({ cell }) => {
          const end = arrays[cell]!.byteOffset / BYTES + length;
          return { end, numbers: all.slice(end, end + beyond) };
        });
        run(length * BYTES, ...arrays.map(({ byteOffset }) => byteOffset));
        for (const { end, numbers } of kept) all.set(numbers, end);
      };
    },
  };
}
