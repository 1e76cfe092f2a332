import * as vscode from 'vscode';

/** A log of which the end can be read: VS Code gives no text back, and not every host keeps a file. */
export interface RememberedLog {
  readonly log: vscode.LogOutputChannel;
  /** The last lines that were written. */
  readonly end: () => string;
}

/** Levels by what writes at them. */
const WRITERS: Readonly<Record<string, vscode.LogLevel>> = {
  trace: vscode.LogLevel.Trace,
  debug: vscode.LogLevel.Debug,
  info: vscode.LogLevel.Info,
  append: vscode.LogLevel.Info,
  appendLine: vscode.LogLevel.Info,
  warn: vscode.LogLevel.Warning,
  error: vscode.LogLevel.Error,
};

const MOST_LINES = 200;

export function rememberedLog(channel: vscode.LogOutputChannel): RememberedLog {
  const lines: string[] = [];
  const remember = (level: vscode.LogLevel, words: readonly unknown[]) => {
    if (channel.logLevel === vscode.LogLevel.Off || level < channel.logLevel) return;
    const text = words.map((word) => (word instanceof Error ? (word.stack ?? word.message) : String(word)));
    const start = `${new Date().toISOString()} [${vscode.LogLevel[level]!.toLowerCase()}]`;
    lines.push(`${start} ${text.join(' ').trimEnd()}`);
    lines.splice(0, lines.length - MOST_LINES);
  };
  const log = new Proxy({} as vscode.LogOutputChannel, {
    get(_, name: keyof vscode.LogOutputChannel) {
      const member: unknown = channel[name];
      if (typeof member !== 'function') return member;
      const level = WRITERS[name];
      return (...words: unknown[]) => {
        if (level !== undefined) remember(level, words);
        return member.apply(channel, words);
      };
    },
  });
  return { log, end: () => lines.join('\n') };
}
