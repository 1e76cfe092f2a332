// Configurations that scenarios start from.

/** Two complete tables and a mode to be written. */
const twoTables = (mode: string) => `\
table_descriptor {
  name: "user"
  vocabulary_size: 1000
  dimension: 16
  num_features: 2
  optimization_parameters {
    adagrad {}
    learning_rate { constant: 0.1 }
    gradient_accumulation_status: ENABLED
  }
}
table_descriptor {
  name: "item"
  vocabulary_size: 5000
  dimension: 32
  num_features: 1
  optimization_parameters {
    adagrad {}
    learning_rate { constant: 0.1 }
    gradient_accumulation_status: ENABLED
  }
}
mode: ${mode}
batch_size_per_tensor_core: 128
num_hosts: 1
num_tensor_cores: 8
`;

export const valid = twoTables('TRAINING');
export const wrongMode = twoTables('TRAIN');
export const openTable = `\
table_descriptor {
  name: "user"
  dimension: 16
  ‸
}
mode: TRAINING
`;
