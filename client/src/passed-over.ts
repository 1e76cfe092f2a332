/** An address, as VS Code's own. */
type Address = { toString(): string };

/**
 * What vscode-languageclient passes over: while it asks about one document, it takes nothing about that from reports on the
 * workspace, but says from then on that it has it. If the document's tab is closed meanwhile, it drops the other answer as
 * well, and old problems would stay.
 */
export class PassedOver {
  private readonly questions = new Set<{ readonly uri: string }>();
  private readonly passedOver = new Set<string>();

  /** A question about one document, until the library has its answer. */
  async during<T>(uri: Address, answer: () => Promise<T>): Promise<T> {
    const question = { uri: uri.toString() };
    this.questions.add(question);
    try {
      return await answer();
    } finally {
      setTimeout(() => this.questions.delete(question));
    }
  }

  /** A report on the workspace has come. */
  reported(items: readonly { readonly uri: Address }[]): void {
    const asked = new Set([...this.questions].map(({ uri }) => uri));
    for (const { uri } of items) if (asked.has(uri.toString())) this.passedOver.add(uri.toString());
  }

  /** The results that the library has indeed: the server tells the others anew. */
  known<Result extends { readonly uri: Address }>(results: readonly Result[]): Result[] {
    return results.filter(({ uri }) => !this.passedOver.delete(uri.toString()));
  }
}
