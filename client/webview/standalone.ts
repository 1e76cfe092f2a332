// What a page of the preview does itself where no editor is around it.
import { decodeBase64 } from '../../server/src/basics/base64';

/** Colors as in VS Code's themes of this kind. */
export function showTheme(theme: 'light' | 'dark'): void {
  document.documentElement.dataset['theme'] = theme;
  document.body.classList.toggle('vscode-dark', theme === 'dark');
  document.body.classList.toggle('vscode-light', theme === 'light');
}

/** Saves a file as the browser saves downloads. */
export function download(name: string, content: BlobPart): void {
  const link = document.createElement('a');
  link.download = name;
  link.href = URL.createObjectURL(new Blob([content]));
  link.click();
  // The browser has read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The bytes or the text of a file that the page has made. */
export const contentOf = ({ format, content }: { format: string; content: string }): BlobPart =>
  format === 'png' ? decodeBase64(content)! : content;
