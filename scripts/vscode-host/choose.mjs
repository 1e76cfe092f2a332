// Chooses the VS Code that runs the end-to-end tests.
import { fileURLToPath } from 'node:url';
import { downloadAndUnzipVSCode } from '@vscode/test-electron';
import { chosen, wanted } from './chosen.mjs';

const launcher = fileURLToPath(new URL('launcher.mjs', import.meta.url));
const downloads = 'https://update.code.visualstudio.com/api/releases/stable';

/**
 * The desktop VS Code if it can be downloaded and shown, otherwise the one from npm. TPU_EMBEDDING_VSCODE=desktop, =npm
 * or =newest (also from npm) overrides that.
 *
 * @returns {Promise<{name: string, executable: string}>}
 */
export async function chooseHost() {
  const { version } = chosen();
  const desktop = wanted() ? wanted() === 'desktop' : hasDisplay() && (await canDownload());
  if (!desktop) return { name: `VS Code ${version} from npm`, executable: launcher };
  const executable = await downloadAndUnzipVSCode(version);
  return { name: `desktop VS Code ${version}`, executable };
}

const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);

const canDownload = () =>
  fetch(downloads, { method: 'HEAD', signal: AbortSignal.timeout(3000) }).then(
    (response) => response.ok,
    () => false,
  );
