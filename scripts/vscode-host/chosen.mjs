// Reads which VS Code `TPU_EMBEDDING_VSCODE` asks for.
import parts from './parts.json' with { type: 'json' };

/** @returns {'desktop' | 'npm' | 'newest' | undefined} */
export function wanted() {
  const value = process.env['TPU_EMBEDDING_VSCODE'];
  if (value && !['desktop', 'npm', 'newest'].includes(value))
    throw new Error(`TPU_EMBEDDING_VSCODE is "${value}"; it may be "desktop", "npm" or "newest".`);
  return value || undefined;
}

/** The packages of the chosen release: the newest if requested, otherwise the oldest supported one. */
export function chosen() {
  const release = parts[wanted() === 'newest' ? 'newest' : 'oldest'];
  return { release, version: release.vscode };
}
