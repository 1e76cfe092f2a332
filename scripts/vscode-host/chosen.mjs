// Which VS Code `TPU_EMBEDDING_VSCODE` asks for.
import parts from './parts.json' with { type: 'json' };

/** @returns {'desktop' | 'npm' | 'newest' | undefined} */
export function wanted() {
  const value = process.env['TPU_EMBEDDING_VSCODE'];
  if (value && !['desktop', 'npm', 'newest'].includes(value))
    throw new Error(`TPU_EMBEDDING_VSCODE is "${value}"; it may be "desktop", "npm" or "newest".`);
  return value || undefined;
}

/** The packages that the release is made of: the newest where that is asked for, else the oldest that is supported. */
export function chosen() {
  const release = parts[wanted() === 'newest' ? 'newest' : 'oldest'];
  return { release, version: release.vscode };
}
