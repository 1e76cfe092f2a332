export function writeSite(folder: string, playground: string): Promise<void>;
