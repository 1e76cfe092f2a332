import * as vscode from 'vscode';
import type { Server } from './server';

/** A tool as package.json declares it, in the user's language. */
interface ContributedTool {
  /** `tpu_embedding_` followed by the server's name for the tool. */
  readonly name: string;
  readonly displayName: string;
}

type Input = Record<string, unknown>;

/** Registers the tools of package.json for language models. The server answers the calls. */
export function registerTools({ packageJSON }: vscode.Extension<unknown>, server: Server): vscode.Disposable {
  const tools: readonly ContributedTool[] = packageJSON.contributes.languageModelTools;
  return vscode.Disposable.from(
    ...tools.map((tool) => vscode.lm.registerTool(tool.name, new EmbeddingTool(tool, server))),
  );
}

class EmbeddingTool implements vscode.LanguageModelTool<Input> {
  constructor(
    private readonly tool: ContributedTool,
    private readonly server: Server,
  ) {}

  prepareInvocation({ input }: { readonly input: Input }): vscode.PreparedToolInvocation {
    const { displayName } = this.tool;
    const about = subjectOf(input);
    return {
      invocationMessage: about === undefined ? displayName : `${displayName}: ${about}`,
      confirmationMessages: {
        title: displayName,
        message:
          typeof input['path'] === 'string' && input['text'] === undefined
            ? vscode.l10n.t('It reads {0}, changes nothing and sends nothing anywhere.', input['path'])
            : vscode.l10n.t('It reads what the model gives it, changes nothing and sends nothing anywhere.'),
      },
    };
  }

  /** An error goes to the model, which can then retry with other arguments. */
  async invoke(
    { input, tokenizationOptions }: vscode.LanguageModelToolInvocationOptions<Input>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const tool = this.tool.name.replace('tpu_embedding_', '');
    const answer = await this.server.askTool({ tool, arguments: input }, token);
    if (token.isCancellationRequested) throw new vscode.CancellationError();
    if (!answer)
      throw new Error(vscode.l10n.t('The TPU Embedding language server gave no answer. Its log says why.'));
    if ('problem' in answer) throw new Error(answer.problem);
    const data = JSON.stringify(answer.data);
    const tokens = tokenizationOptions && (await tokenizationOptions.countTokens(answer.text + data, token));
    const isTooMuch = tokenizationOptions && tokens! > tokenizationOptions.tokenBudget;
    return new vscode.LanguageModelToolResult(
      (isTooMuch ? [answer.text] : [answer.text, data]).map((part) => new vscode.LanguageModelTextPart(part)),
    );
  }
}

/** The subject of a call, short enough for one line. */
function subjectOf({ path, name, code, table }: Input): string | undefined {
  return [path, name, code, table].find(
    (each): each is string => typeof each === 'string' && each.length < 100,
  );
}
