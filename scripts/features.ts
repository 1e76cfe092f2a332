// What the server does with each message of the protocol. docs/protocol.md is generated from it; a test asks the server.

/** A feature of the editor: what it does in each place that a person may write in. */
export interface Feature {
  readonly name: string;
  /** The requests that ask for it. */
  readonly methods: readonly string[];
  readonly textFormat: Cell;
  readonly python: Cell;
  /** As in Python, across the cells, unless something else is said. */
  readonly notebooks?: Cell;
  /** In text format inside a string of Python: as in text format, unless something else is said. */
  readonly strings?: Cell;
}

/** What is done, or why nothing is. */
export type Cell = string | { readonly not: string };

const LEFT_TO_PYTHON = { not: 'Left to the language server for Python.' };

export const FEATURES: readonly Feature[] = [
  {
    name: 'Completion',
    methods: ['textDocument/completion', 'completionItem/resolve'],
    textFormat:
      'Fields that may still come here, required ones first; whole blocks; values of enums; ids of tables by name; headers and codes of rules in comments. Documentation comes with the selected one.',
    python:
      'Modules, classes, ops and their arguments, also before they are imported; values of arguments; fields of messages; names of tables.',
  },
  {
    name: 'Hover',
    methods: ['textDocument/hover'],
    textFormat:
      'What a field or value means, its unit, range and default; what follows from it: shapes, slots, memory, rows per host.',
    python:
      'What a class, op or argument of TensorFlow, keras-rs and jax-tpu-embedding means, and in which releases of TensorFlow it exists; what a variable or an attribute is known to hold.',
  },
  {
    name: 'Signature help',
    methods: ['textDocument/signatureHelp'],
    textFormat: { not: 'Has no calls.' },
    python: 'Parameters of the call around the cursor, the current one marked.',
    strings: { not: 'Has no calls.' },
  },
  {
    name: 'Definition',
    methods: ['textDocument/definition'],
    textFormat: 'A field leads to its `.proto`, a `table_id` to its table.',
    python:
      'An argument or a member of a message leads to the field of the `.proto` that it sets, a name or id of a table to where that is declared, in another file as well, and a path to the file in text format.',
  },
  {
    name: 'References',
    methods: ['textDocument/references'],
    textFormat:
      'Of a table, every `table_id` and every program that means it; of a feature, every place of its name. [What counts as the same](guide.md#names-across-files).',
    python: 'The same for names and ids in ops, embedding objects and messages.',
  },
  {
    name: 'Rename',
    methods: ['textDocument/rename', 'textDocument/prepareRename'],
    textFormat:
      'Changes the name of a table or feature in all files, or says why that is not certain to be right. [What counts as the same](guide.md#names-across-files).',
    python: 'The same for names that the program writes as they are.',
    notebooks: 'As in Python, across cells; refused where a closed notebook would have to change.',
  },
  {
    name: 'Moving and renaming files',
    methods: ['workspace/willRenameFiles'],
    textFormat:
      'Programs that name a configuration by its path name it by the new one, in the quotes that they have; of several that may be meant, none is changed.',
    python: 'A program that moves takes along the paths that count from its own folder.',
    notebooks: 'The same in open ones: the cells of closed ones cannot be changed.',
  },
  {
    name: 'Symbols of the workspace',
    methods: ['workspace/symbol'],
    textFormat: 'Tables and features of all configurations, by some letters of their names.',
    python: 'Those that programs make.',
  },
  {
    name: 'Highlights',
    methods: ['textDocument/documentHighlight'],
    textFormat: 'A table and every `table_id` that means it; fields of one name in a block.',
    python: 'All places of a table or feature, in strings and numbers that mean one.',
  },
  {
    name: 'Outline, breadcrumbs, sticky scroll',
    methods: ['textDocument/documentSymbol'],
    textFormat: 'Fields and blocks; tables and features by their names.',
    python: LEFT_TO_PYTHON,
    strings: LEFT_TO_PYTHON,
  },
  {
    name: 'Folding',
    methods: ['textDocument/foldingRange'],
    textFormat: 'Blocks, lists, runs of comments, `# region` … `# endregion`.',
    python: LEFT_TO_PYTHON,
    strings: LEFT_TO_PYTHON,
  },
  {
    name: 'Smart selection',
    methods: ['textDocument/selectionRange'],
    textFormat: 'The inside of a string, the value, the field, the inside of its block, the block …',
    python: LEFT_TO_PYTHON,
    strings: { not: "An answer of ours would replace the editor's own by brackets and indentation." },
  },
  {
    name: 'Formatting',
    methods: [
      'textDocument/formatting',
      'textDocument/rangeFormatting',
      'textDocument/rangesFormatting',
      'textDocument/onTypeFormatting',
    ],
    textFormat:
      'The format of txtpbfmt, also beside mistakes; closing brackets and new lines are indented while typing. [What it does](guide.md#formatting).',
    python: LEFT_TO_PYTHON,
    strings: 'By the code action Format the text format in this string, where it can be written there.',
  },
  {
    name: 'Quick fixes, fix all, refactorings',
    methods: ['textDocument/codeAction', 'codeAction/resolve'],
    textFormat:
      'Fixes of each problem, and an explanation of its rule; `source.fixAll.tpuEmbedding` applies those that are safe. [Refactorings](guide.md#refactorings): table style and feature style, constant and run-time learning rates, clipping, tables in order.',
    python:
      'The same for calls and messages. Refactorings: text to built messages and back, strings parsed, shared settings of tables; learning rates by a function and back, clipping.',
  },
  {
    name: 'Diagnostics',
    methods: ['textDocument/diagnostic'],
    textFormat: 'Every rule of syntax, types, portability, configuration and optimizers.',
    python:
      'Every rule of calls, and those of a configuration for what the program builds; by the text of a configuration that it reads from a file, and misspelled tables by those of the workspace folder.',
    strings: 'As in text format; what is missing counts by how the text is used.',
  },
  {
    name: 'Links',
    methods: ['textDocument/documentLink'],
    textFormat:
      'The path behind `# proto-file:`, where it is one of ours, and the codes of rules in comments that silence them. Addresses of the web are found by editors themselves.',
    python: 'The codes of rules in comments that silence them.',
  },
  {
    name: 'Colours',
    methods: [
      'textDocument/semanticTokens/full',
      'textDocument/semanticTokens/full/delta',
      'textDocument/semanticTokens/range',
    ],
    textFormat:
      'On top of the grammar: known fields, blocks, values of enums and booleans; deprecated fields are struck through.',
    python: {
      not: 'The grammar colours; editors take one provider for a document, and that is the language server for Python.',
    },
    strings: 'By the grammar.',
  },
  {
    name: 'Diagnostics of the workspace',
    methods: ['workspace/diagnostic'],
    textFormat:
      'The same for all configurations in the folders of the workspace, open or not, as they are found; without what `files.exclude` names, hidden folders, those of tools and virtual environments. Not offered to Neovim, which would then show old problems in open files.',
    python: 'The same for all Python files that use TPU embedding.',
    notebooks:
      'Of a closed one, each problem names its cell and line, and is shown at its place in the file.',
  },
  {
    name: 'Inlay hints',
    methods: ['textDocument/inlayHint'],
    textFormat:
      'Which table a `table_id` means, the batch, shapes of outputs, memory of each table, padded widths; defaults of optimizers if wanted.',
    python:
      'Names of arguments given by place, memory and padded width of a `TableConfig`, the shape of the activations of a `FeatureConfig` or of what an op receives, the batch of a configuration that the program makes, the table that a number means; defaults of optimizers if wanted.',
    strings: 'As in text format; where more may be added elsewhere, what a table says by itself.',
  },
  {
    name: 'Lenses',
    methods: ['textDocument/codeLens'],
    textFormat:
      'What all tables take on devices and hosts, the features of each table, Preview training above every `optimization_parameters`.',
    python:
      'Show configuration, and what it takes, above every `TPUEmbedding`, `DistributedEmbedding` and configuration that the program makes, and where jax-tpu-embedding first gets features; Preview training above every call of an optimizer.',
  },
];

/** What the server and its client say to each other apart from features. */
export const SERVICE: Readonly<Record<string, string>> = {
  initialize: 'Says what the server can, for what the client can.',
  initialized: 'The server asks for settings and has files watched.',
  shutdown: 'Ends the session.',
  exit: 'Ends the process.',
  'client/registerCapability':
    'The server registers for changes of settings and of files, and formatters of text format alone.',
  'client/unregisterCapability': 'The server registers anew when other files matter.',
  'textDocument/didOpen': 'The text is read; Python that does not use TPU embedding is not parsed.',
  'textDocument/didChange': 'Only what changed is read again.',
  'textDocument/didSave':
    'Configuration files and ignore files are read again for a client that does not watch them.',
  'textDocument/didClose': 'The text is forgotten, its diagnostics are taken back.',
  'notebookDocument/didOpen': 'The cells are read as one program.',
  'notebookDocument/didChange': 'Cells come, go, move and change.',
  'notebookDocument/didSave': 'Ignored: the server knows the text already.',
  'notebookDocument/didClose': 'The notebook is forgotten.',
  'notebookDocument/sync': 'Python cells of every kind of notebook.',
  'textDocument/publishDiagnostics':
    'Sends diagnostics to a client that does not ask for them, and those of configuration files to all.',
  'workspace/didChangeConfiguration': 'The settings are read again.',
  'workspace/configuration': 'Asks for the settings, and for `files.exclude` of the editor.',
  'workspace/didChangeWatchedFiles':
    'Configuration files, ignore files, descriptor sets, files that say which TensorFlow there is, and files whose names or problems were asked for are read again.',
  'workspace/workspaceFolders': 'Not asked: `initialize` names the folders.',
  'workspace/didChangeWorkspaceFolders': 'Other folders are searched for names and problems.',
  'workspace/diagnostic/refresh': 'Sent when settings or facts around a file change.',
  'workspace/codeLens/refresh': 'Sent when settings change, or a file that a program reads.',
  'workspace/inlayHint/refresh': 'Sent when settings change, or a file that a program reads.',
  'workspace/semanticTokens/refresh':
    'Sent when settings change: another schema may make other fields known.',
  'window/logMessage': 'What the log shows.',
  'window/showMessage': 'A setting that makes no sense.',
};

/** What the server lacks, and why. */
export const ABSENT: Readonly<Record<string, string>> = {
  'workspaceSymbol/resolve': 'Symbols come with their places.',
  'inlayHint/resolve': 'Hints come with their explanations and edits.',
  'documentLink/resolve': 'Links come with their targets.',
  'codeLens/resolve': 'Lenses are cheap enough to be complete at once.',
  'textDocument/declaration': 'The same as the definition, in every language here.',
  'textDocument/typeDefinition': 'The definition of a field shows its type, too.',
  'textDocument/implementation': 'Nothing here has an implementation.',
  'textDocument/linkedEditingRange':
    'For names that must stay equal, as the tags of HTML. A bracket has one character, and its pair another.',
  'textDocument/documentColor': 'No value is a colour.',
  'textDocument/colorPresentation': 'No value is a colour.',
  'textDocument/prepareCallHierarchy':
    'Text format has no calls, and those of Python are for the language server for Python.',
  'callHierarchy/incomingCalls': 'See `textDocument/prepareCallHierarchy`.',
  'callHierarchy/outgoingCalls': 'See `textDocument/prepareCallHierarchy`.',
  'textDocument/prepareTypeHierarchy': 'Messages do not inherit from each other.',
  'typeHierarchy/subtypes': 'See `textDocument/prepareTypeHierarchy`.',
  'typeHierarchy/supertypes': 'See `textDocument/prepareTypeHierarchy`.',
  'textDocument/moniker': 'For indexes of published packages; configurations are not published as such.',
  'textDocument/inlineValue': 'For variables while a debugger is stopped; configurations are not run.',
  'workspace/inlineValue/refresh': 'See `textDocument/inlineValue`.',
  'textDocument/inlineCompletion': 'For assistants that guess; completion offers what is known.',
  'workspace/executeCommand': 'Every action comes with its edit; commands belong to the client.',
  'workspace/applyEdit': 'The server changes nothing by itself.',
  'workspace/textDocumentContent':
    'A configuration of a program comes by a [request of our own](#requests-of-our-own), with the places that it comes from.',
  'workspace/textDocumentContent/refresh': 'See `workspace/textDocumentContent`.',
  'workspace/foldingRange/refresh': 'What folds depends on the text alone.',
  'workspace/willCreateFiles': 'A new file needs no change elsewhere.',
  'workspace/didCreateFiles': 'Files that matter are watched.',
  'workspace/didRenameFiles': 'Files that matter are watched.',
  'workspace/willDeleteFiles': 'A file that goes needs no change elsewhere.',
  'workspace/didDeleteFiles': 'Files that matter are watched.',
  'textDocument/willSave': 'The text is known before it is saved.',
  'textDocument/willSaveWaitUntil': 'Editors ask for `source.fixAll` on save.',
  'window/showMessageRequest': 'The server asks no questions.',
  'window/showDocument': 'The server opens nothing by itself.',
  'window/workDoneProgress/create':
    'Answers come in milliseconds; the one about all files reports to the token that its request brings.',
  'window/workDoneProgress/cancel': 'See `window/workDoneProgress/create`.',
  'telemetry/event': 'Nothing is collected.',
};
