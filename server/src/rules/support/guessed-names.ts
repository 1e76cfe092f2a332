/** Names used by TensorFlow's Python classes, Keras and other code, and the names of the same things in the messages. */
export const GUESSED_NAMES: ReadonlyMap<string, string> = new Map([
  ['clipvalue', 'gradient_clipping_limits'],
  ['decay', 'rho'],
  ['embedding_dim', 'dimension'],
  ['embedding_dimension', 'dimension'],
  ['eps', 'epsilon'],
  ['features', 'feature_descriptor'],
  ['l1_regularization_strength', 'l1'],
  ['l2_regularization_strength', 'l2'],
  ['learning_rate_power', 'lr_power'],
  ['lr', 'learning_rate'],
  ['nesterov', 'use_nesterov'],
  ['num_cores', 'num_tensor_cores'],
  ['num_embeddings', 'vocabulary_size'],
  ['num_rows', 'vocabulary_size'],
  ['optimizer', 'optimization_parameters'],
  ['output_shape', 'input_shape'],
  ['sgd', 'stochastic_gradient_descent'],
  ['shape', 'input_shape'],
  ['tables', 'table_descriptor'],
  ['use_gradient_accumulation', 'gradient_accumulation_status'],
]);

/** Names that people expect in TensorFlow's messages, and where the setting is instead. */
export const NEVER_EXISTED: ReadonlyMap<string, string> = new Map([
  ['combiner', 'A combiner is chosen when ids are enqueued.'],
  ['initial_accumulator_value', 'Initial values are loaded with the parameters.'],
  ['initializer', 'Initial values are loaded with the parameters.'],
  ['input_data_type', 'The type of the inputs is chosen when ids are enqueued.'],
  ['max_sequence_length', 'A sequence counts with its length in num_features or input_shape.'],
]);
