import * as vscode from 'vscode';
import { done } from '../progress';
import {
  type Choice,
  configurationSnippet,
  type Misfit,
  OPTIMIZERS,
  readSlice,
  readTables,
} from './configuration';
import { askAll, choose, enter, type Item, type Question } from './steps';

/** Asks for the contents of a new configuration, and opens it as an untitled document with tab stops. */
export async function newConfiguration(): Promise<void> {
  const title = vscode.l10n.t('New TPU Embedding Configuration');
  const choice = await askAll(title, SUGGESTED, [askStyle, askTables, askOptimizer, askSlice]);
  if (!choice) return;
  const document = await vscode.workspace.openTextDocument(await newName());
  const editor = await vscode.window.showTextDocument(document);
  await editor.insertSnippet(new vscode.SnippetString(configurationSnippet(choice)));
  done('configuration');
}

/** An untitled document with a name that it can be saved by, as no other has it. */
async function newName(): Promise<vscode.Uri> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  for (let number = 1; ; number++) {
    const name = `tpu_embedding${number === 1 ? '' : `_${number}`}.textproto`;
    const path = folder ? vscode.Uri.joinPath(folder, name).path : name;
    const uri = vscode.Uri.from({ scheme: 'untitled', path });
    const isOpen = vscode.workspace.textDocuments.some((document) => document.uri.path === uri.path);
    if (!isOpen && !(folder && (await isFile(vscode.Uri.joinPath(folder, name))))) return uri;
  }
}

const isFile = (uri: vscode.Uri): Thenable<boolean> =>
  vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );

const SUGGESTED: Choice = {
  style: 'feature',
  tables: [{ name: 'items', vocabularySize: 100_000, dimension: 64 }],
  optimizer: OPTIMIZERS[0]!,
  slice: { hosts: 1, cores: 8 },
};

const askStyle: Question<Choice> = (place, { style }) => {
  const items: Item<Pick<Choice, 'style'>>[] = [
    {
      label: vscode.l10n.t('Feature style'),
      detail: vscode.l10n.t('One output for each feature; several features may share a table.'),
      answer: { style: 'feature' },
    },
    {
      label: vscode.l10n.t('Table style'),
      detail: vscode.l10n.t('One output for each table; the batch size is part of the configuration.'),
      answer: { style: 'table' },
    },
  ];
  const before = items.find(({ answer }) => answer.style === style);
  return choose(place, vscode.l10n.t('What describes the outputs?'), items, before);
};

const askTables: Question<Choice> = (place, { tables }) => {
  const prompt = vscode.l10n.t(
    'Tables: the name, vocabulary size and dimension of each, separated by commas',
  );
  const value = tables.map((table) => Object.values(table).join(' ')).join(', ');
  return enter(place, prompt, value, (text) => {
    const read = readTables(text);
    return 'misfit' in read ? sentenceOf(read, TABLES_FORM()) : { tables: read };
  });
};

const askOptimizer: Question<Choice> = (place, { optimizer }) => {
  const items = OPTIMIZERS.map((optimizer) => ({ label: optimizer.name, answer: { optimizer } }));
  const before = items.find(({ answer }) => answer.optimizer === optimizer);
  return choose(place, vscode.l10n.t('Optimizer of the tables'), items, before);
};

const askSlice: Question<Choice> = (place, { slice, tables }) => {
  const prompt = vscode.l10n.t('Hosts of the TPU, and TensorCores of all hosts together');
  return enter(place, prompt, `${slice.hosts} ${slice.cores}`, (text) => {
    const read = readSlice(text, tables);
    return 'misfit' in read ? sentenceOf(read, SLICE_FORM()) : { slice: read };
  });
};

const TABLES_FORM = () => vscode.l10n.t('Write each table like this: items 100000 64');
const SLICE_FORM = () => vscode.l10n.t('Write two numbers like this: 4 32');

function sentenceOf({ misfit, entry }: Misfit, form: string): string {
  switch (misfit) {
    case 'form':
      return form;
    case 'name':
      return vscode.l10n.t(
        '"{0}" cannot be the name of a table. Use letters, digits, "_", "-", "." and "/".',
        entry,
      );
    case 'number':
      return vscode.l10n.t(
        '"{0}" is no whole number. Write it like 50000000, 50_000_000, 50M or 5e7.',
        entry,
      );
    case 'twice':
      return vscode.l10n.t('There are two tables "{0}". Give each a name of its own.', entry);
    case 'size':
      return vscode.l10n.t('In "{0}", a number is not between 1 and 2147483647.', entry);
    case 'uneven':
      return vscode.l10n.t(
        'All hosts have equally many TensorCores: their number must be a multiple of the number of hosts.',
      );
    case 'few-rows':
      return vscode.l10n.t('The table "{0}" has fewer rows than there are hosts.', entry);
  }
}
