import type { Plugin } from 'esbuild';
import type { SchemaJson } from '../server/src/schema/schema-json.ts';
import type { Location } from '../server/src/schema/types.ts';

export function compileProtos(directory: string): SchemaJson;
export function protoSchema(directory?: string): Plugin;
export function declarations(text: string, file: string): Generator<[string, Location]>;
