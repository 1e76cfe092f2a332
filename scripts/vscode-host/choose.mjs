// Chooses the VS Code that runs the end-to-end tests.
import { fileURLToPath } from 'node:url';
import { downloadAndUnzipVSCode } from '@vscode/test-electron';
import versions from './parts.json' with { type: 'json' };

const launcher = fileURLToPath(new URL('launcher.mjs', import.meta.url));
const downloads = 'https://update.code.visualstudio.com/api/releases/stable';

/**
 * A desktop VS Code where one can be downloaded and shown, else the npm-only host; TPU_EMBEDDING_VSCODE=desktop
 * or =npm decides instead.
 *
 * @returns {Promise<{name: string, executable: string}>}
 */
export async function chooseHost() {
  const wanted = process.env['TPU_EMBEDDING_VSCODE'];
  if (wanted && wanted !== 'desktop' && wanted !== 'npm')
    throw new Error(`TPU_EMBEDDING_VSCODE is "${wanted}"; it may be "desktop" or "npm".`);
  const desktop = wanted ? wanted === 'desktop' : hasDisplay() && (await canDownload());
  if (!desktop) return { name: `VS Code ${versions.vscode} from npm`, executable: launcher };
  const executable = await downloadAndUnzipVSCode(versions.vscode);
  return { name: `desktop VS Code ${versions.vscode}`, executable };
}

const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);

const canDownload = () =>
  fetch(downloads, { method: 'HEAD', signal: AbortSignal.timeout(3000) }).then(
    (response) => response.ok,
    () => false,
  );
