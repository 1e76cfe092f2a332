/** A URI, as in VS Code's API. */
type Address = { toString(): string };

/**
 * Works around a bug of vscode-languageclient. While a request about one document is pending, the library ignores that
 * document in workspace reports, but later claims to have received it. If the tab is closed meanwhile, it drops the
 * other answer too, and old problems would stay.
 */
export class DroppedReports {
  private readonly questions = new Set<{ readonly uri: string }>();
  private readonly dropped = new Set<string>();

  /** Tracks a request about one document until the library has the answer. */
  async during<T>(uri: Address, answer: () => Promise<T>): Promise<T> {
    const question = { uri: uri.toString() };
    this.questions.add(question);
    try {
      return await answer();
    } finally {
      setTimeout(() => this.questions.delete(question));
    }
  }

  /** A workspace report has arrived. */
  reported(items: readonly { readonly uri: Address }[]): void {
    const asked = new Set([...this.questions].map(({ uri }) => uri));
    for (const { uri } of items) if (asked.has(uri.toString())) this.dropped.add(uri.toString());
  }

  /** The results that the library really has. The server sends the others again. */
  known<Result extends { readonly uri: Address }>(results: readonly Result[]): Result[] {
    return results.filter(({ uri }) => !this.dropped.delete(uri.toString()));
  }
}
