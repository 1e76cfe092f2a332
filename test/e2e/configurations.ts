// Configurations that scenarios start from.
import { table } from '../support/configurations';

/** Two complete tables and a mode to be written. */
const twoTables = (mode: string) => `\
${table('user', 1000, 16, 2)}\
${table('item', 5000, 32, 1)}\
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
