/** A complete table. */
export const table = (name: string, rows: number, dimension: number, features: number) => `\
table_descriptor {
  name: "${name}"
  vocabulary_size: ${rows}
  dimension: ${dimension}
  num_features: ${features}
  optimization_parameters {
    adagrad {}
    learning_rate { constant: 0.1 }
    gradient_accumulation_status: ENABLED
  }
}
`;

/** A feature-style configuration of the given number of tables, 17 lines each, with every optimizer in turn. */
export function largeConfiguration(tables: number): string {
  const parts: string[] = ['# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration\n'];
  for (let i = 0; i < tables; i++) {
    parts.push(`table_descriptor {
  name: "table_${i}"
  vocabulary_size: ${1000 + 37 * i}
  dimension: ${8 * (1 + (i % 16))}
  optimization_parameters {
    ${OPTIMIZERS[i % OPTIMIZERS.length]}
    learning_rate { ${i % 3 === 0 ? `dynamic { tag: ${(i / 3) % 4} }` : 'constant: 0.05'} }
    clipping_limits {
      lower { value: -1.5 }
      upper { value: 1.5 }
    }
    gradient_accumulation_status: ENABLED
  }
}
`);
  }
  for (let i = 0; i < tables; i++) {
    parts.push(
      `feature_descriptor {  # feature ${i}\n  name: "feature_${i}"\n  table_id: ${i}\n  input_shape: [128]\n}\n`,
    );
  }
  parts.push('mode: TRAINING\nnum_hosts: 4\nnum_tensor_cores: 32\nsharding_strategy: MOD\n');
  return parts.join('');
}

const OPTIMIZERS = [
  'adagrad {}',
  'adam { beta1: 0.9 beta2: 0.999 epsilon: 1e-7 }',
  'ftrl { l1: 0.01 l2: 0.01 lr_power: -0.5 }',
  'adagrad_momentum { momentum: 0.9 exponent: 2 beta2: 1 epsilon: 1e-10 }',
  'stochastic_gradient_descent {}',
  'lion { beta1: 0.9 beta2: 0.99 }',
];
