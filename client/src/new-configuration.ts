import * as vscode from 'vscode';

/** A minimal valid configuration: one table in table style, with a tab stop at each value worth choosing. */
const CONFIGURATION = `\
# proto-file: tensorflow/core/protobuf/tpu/tpu_embedding_configuration.proto
# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration

table_descriptor {
  name: "\${1:table}"
  vocabulary_size: \${2:1000}
  dimension: \${3:16}
  num_features: \${4:1}
  optimization_parameters {
    adagrad {}
    learning_rate { constant: \${5:0.1} }
  }
}
mode: \${6|TRAINING,INFERENCE,BACKWARD_PASS_ONLY|}
batch_size_per_tensor_core: \${7:128}
num_hosts: \${8:1}
num_tensor_cores: \${9:8}
`;

/** Opens an untitled document with the configuration, ready to fill in. */
export async function newConfiguration(): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'textproto' });
  const editor = await vscode.window.showTextDocument(document);
  await editor.insertSnippet(new vscode.SnippetString(CONFIGURATION));
}
