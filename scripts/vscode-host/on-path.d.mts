export function findOnPath(...names: string[]): string | undefined;
export function isExecutable(path: string): boolean;
