import type { Plugin } from 'esbuild';
import type { Location, SchemaJson } from '../server/src/schema/schema-json.ts';

export function compileProtos(directory: string): SchemaJson;
export function protoSchema(directory?: string): Plugin;
export function declarations(text: string, file: string): Generator<[string, Location]>;
