/** Generates the arithmetic of the simulator, a section of docs/numbers.md, from the optimizers themselves. */
export function numericsSection(sources) {
  const { optimizers, formulaText, QUANTIZATION, SPARSECORE_DIFFERENCES, printLine } = sources;
  const { MAX_ROWS, MAX_CELLS } = sources;
  const sections = [...optimizers.values()].map((optimizer) => section(optimizer, formulaText));
  return `What \`tpu-embedding simulate\`, the preview and the hovers take for the update of an embedding table. Everything here is
made from \`server/src/optimizers\`, the formulas that run.

### What \`simulate\` reads and writes

\`\`\`json
{
  "optimizationParameters": { "adagrad": {}, "learningRate": { "dynamic": { "tag": 0 } } },
  "initial": { "parameters": [[0.5, 0.5], [1, 2]], "accumulators": 0.1 },
  "steps": [{ "ids": [1, 1], "gradients": [[0.1, -0.25], [0, 1.25]], "learningRates": [0.1] }]
}
\`\`\`

- \`optimizationParameters\` is TensorFlow's message in protobuf's JSON. \`"NaN"\`, \`"Infinity"\` and \`"-Infinity"\` are
  strings there; so they are in all that follows.
- \`initial\` holds the rows of the table as \`parameters\`, and the slot variables by the names that are listed with their
  optimizers below: a number for all cells, or rows like those of the table. One that is left out starts as below.
- Each of the \`steps\` has the rows' \`ids\`, counted from 0, with a row of \`gradients\` each, and numbers by tag in
  \`learningRates\` where the configuration says \`dynamic\`.

The answer is the state after each step, in the shortest numbers that read back to the same float32:

\`\`\`json
{"steps":[{"parameters":[[0.5,0.5],[0.9698489,1.9046538]],"accumulators":[[0.1,0.1],[0.11,1.1]]}]}
\`\`\`

\`--format csv\` has a line for each cell of each step, with the start as step 0; \`--format text\` is for reading. With
\`-\` instead of a file, standard input is read. A mistake ends with status 1 and a sentence that names its place after
the file, such as \`steps[2].gradients[0]: 16 numbers expected, 15 found\`, or the line and the column of what is not JSON.
Standard error has what is not published, the step that makes the first NaN or infinity, and the warnings of \`check\` for
the same settings. A table may have at most ${MAX_ROWS.toLocaleString('en-US')} rows and ${MAX_CELLS.toLocaleString('en-US')} numbers.

\`--last\` writes only the last state and \`--every N\` every Nth and the last; \`--touched\` writes only the rows that were
updated since the state before. Each state then begins with its \`step\`, counted from 1, and with \`--touched\` with the
numbers of its \`rows\`; there is no start in CSV.

### Rows as they come

\`\`\`sh
tpu-embedding simulate --format text model.py:42
tpu-embedding simulate --table user --scenario zipf --exponent 1.3 --steps 5000 tpu_embedding.textproto
tpu-embedding simulate --counts user_counts.csv --initial accumulators=1e-6 --learning-rate 0.1 model.ipynb:cell 3:2
\`\`\`

Instead of a specification, \`simulate\` takes a configuration with the name of a table, or a line of a configuration, a
program or a notebook. It trains a table with the optimizer there on a problem of its own, \`--scenario zipf\`:

- Each of the \`rows\` has a target, and its weights start from 0. The targets are spread as numbers from N(0, 1) are, in
  each row and in all, rather than drawn: one run shows what many would on average.
- Each step looks up \`lookups\` ids. A row of rank i, counted from 1, comes with a probability in proportion to
  1 / i^\`exponent\` (Zipf's law), or to its count in \`--counts FILE.csv\`: a line a row, with a count or with an id and a count.
- Where n of a step's L look-ups are of one row, its gradient is \`pull\` · (w − target) · n / L plus noise from N(0, \`noise\`²) · √n / L:
  that of the mean over look-ups, as models take it. Without gradient accumulation each look-up gives \`pull\` · (w − target) / L
  and noise of its own, applied one by one.

Real losses pull less than a squared error does. Rows with a \`pull\` of 0.016 and a \`noise\` of 0.2, which the preview calls
clicks, keep about the part of their loss that those of a two-tower model keep, which TensorFlow trained on made clicks with the
same frequencies (\`scripts/fixtures/two-tower.py\`). Each cell has the model's share, that with the numbers of clicks, and that
of a squared error:

| Optimizer and rate, step | 10 likeliest rows | Middling | 500 least likely |
| --- | --- | --- | --- |
| SGD 0.1, 100 | 97 %, 99 %, 50 % | 99 %, 100 %, 98 % | 99 %, 100 %, 100 % |
| SGD 0.1, 1000 | 85 %, 87 %, 1 % | 98 %, 100 %, 86 % | 99 %, 100 %, 97 % |
| Adagrad 0.1, 100 | 93 %, 95 %, 25 % | 98 %, 100 %, 95 % | 99 %, 100 %, 99 % |
| Adagrad 0.1, 1000 | 73 %, 68 %, 0 % | 97 %, 99 %, 68 % | 99 %, 100 %, 92 % |
| Adam 0.001, 100 | 74 %, 75 %, 48 % | 97 %, 97 %, 81 % | 101 %, 100 %, 95 % |
| Adam 0.001, 1000 | 41 %, 31 %, 4 % | 75 %, 86 %, 33 % | 92 %, 95 %, 60 % |

In a specification, \`scenario\` in place of \`steps\` does the same, with the options' names in an object; \`initial\` may
leave out \`parameters\`. One that has them sets the size of the table, and a scenario that says another is an error:

\`\`\`json
{
  "optimizationParameters": { "adagrad": {}, "learningRate": { "constant": 0.1 } },
  "initial": { "accumulators": 0.1 },
  "scenario": { "name": "zipf", "rows": 100, "columns": 4, "steps": 2, "lookups": 32 }
}
\`\`\`

The answer:

\`\`\`json
{
  "scenario": {"name": "zipf", "exponent": 1.1, "rows": 100, "columns": 4, "steps": 2, "lookups": 32, "pull": 1, "noise": 0.3, "seed": 1},
  "start": {"loss": 0.9532576, "frequent": 0.957788, "rare": 0.9945739},
  "steps": [
    {"step": 1, "loss": 0.9154056, "frequent": 0.9276111, "rare": 0.9936201, "neverSeen": 85, "rates": [0.2218693, null, null], "lookups": [8, 0, 0]},
    {"step": 2, "loss": 0.8875616, "frequent": 0.9045279, "rare": 0.9923985, "neverSeen": 71, "rates": [0.1759675, null, null], "lookups": [18, 0, 0]}
  ],
  "rows": [
    {"role": "frequent", "row": 0, "probability": 0.2337528, "lookups": 18, "rate": 0.19759},
    {"role": "middling", "row": 10, "probability": 0.01671956, "lookups": 0, "rate": null},
    {"role": "rare", "row": 74, "probability": 0.002023902, "lookups": 0, "rate": null}
  ],
  "summary": {
    "loss": 0.8875616, "frequent": 0.9045279, "rare": 0.9923985, "wayOfFrequent": 0.02865831, "wayOfRare": 0.001099567, "neverSeen": 71, "diverges": false,
    "sentences": [
      "The initial accumulator (0.1) dominates: after 2 steps rare rows have moved 0.1 % of the way.",
      "71 of 100 rows were never looked up.",
      "The 32 look-ups of a step reach 18 different rows on average; the most frequent row occurs 7.48 times."
    ]
  }
}
\`\`\`

| Field | Meaning |
| --- | --- |
| \`start\`, \`steps\`, \`summary\` | Losses before the first step, after each (or those of \`--last\`, \`--every\`), and after the last. |
| \`loss\` | Squared distance from the targets: mean over columns, then over all rows, each as often as it is looked up. |
| \`frequent\`, \`rare\` | The same as a plain mean over the 10 likeliest rows, and over the less likely half of all rows. |
| \`neverSeen\` | Rows that were never looked up. |
| \`rates\`, \`lookups\` | Of the three \`rows\`: how far the row moved in the step by the length of its gradient, \`null\` where it was not looked up; look-ups so far. |
| \`rows\` | The likeliest row, that of rank √rows, and one in the middle of the rarer half: its share of look-ups, their number, its newest effective learning rate. |
| \`wayOfFrequent\`, \`wayOfRare\` | How far these rows have come towards their targets, 1 being all the way. |
| \`diverges\`, \`divergesAt\` | Whether weights become infinite or NaN, and after which step. Numbers that are not finite are strings. |
| \`sentences\` | What the run shows, in words, as far as it holds. |

The other scenarios (\`--scenario target\`, \`random\`, \`constant\` …) are the gradients of the preview, on 8 rows by default,
and write states as a specification does: the same numbers as in the panel. Where the learning rate is fed, or is worked
out by the program, \`--learning-rate\` sets it. An optimizer whose text or call TensorFlow refuses is not simulated, such as two
in one table. Numbers on the command line are decimal, such as \`16\` or \`1e-6\`.

### Order of operations

In each step, for each row that occurs in it:

1. **Accumulation.** With gradient accumulation (\`ENABLED\` or \`UNSPECIFIED\`) the gradients of a row are summed in the
   order given, and the rest happens once. Without, it happens for each gradient in turn.
2. **Gradient limits.** \`gradient_clipping_limits\` apply to that gradient: \`min(max(g, lower), upper)\`.
3. **Weight decay.** \`w = w − weight_decay_factor · w\`, times the learning rate where
   \`multiply_weight_decay_factor_by_learning_rate\` says so. Whether TPUs decay before or after the update is not
   published; here it comes first, as in the optimizers that the field is modelled on.
4. **Update.** The optimizer's formula, line by line. A name on the right is its newest value.
5. **Weight limits.** \`clipping_limits\` apply once, after all gradients of the step. Slots are never limited.

Rows that do not occur stay as they are, except with \`use_non_lazy_adam\` and \`use_non_lazy_lion\`: those update every
row, with a gradient of 0 where there is none. A row whose gradient is 0 is updated as well: momenta and averages decay.

A dynamic learning rate is the number in \`learningRates\` at its tag.

### float32

Every operation rounds to float32, in the order in which the formula is written; operations of one rank group from the
left, and hyperparameters are float32, \`1 − beta\` included. Numbers below 1.2e-38, the subnormal ones, are 0 as operands and
as results, as on TPUs and on the threads of TensorFlow's CPU kernels: an accumulator of 0 that gets a gradient of 1e-20 stays
0, and Adagrad divides by it. NaN and infinity spread as they do there.

Powers are computed in double precision and then rounded, and that of a negative number is NaN. Those of TPUs, and of the CPU
kernels where they compute several numbers at once, may be off by up to three units in the last place.

### TensorFlow's CPU kernels

Tests hold the results of nine optimizers to TensorFlow 2.21's kernels for sparse gradients
([training_ops.cc](https://github.com/tensorflow/tensorflow/blob/v2.21.0/tensorflow/core/kernels/training_ops.cc)) within 2e-6
of the largest value: ordinary numbers, and those that are subnormal, from 1e-40 to 1e30, infinite or NaN, in rows of any width.
Adam and Adagrad with momentum, which follow SparseCore, are held to its lines in TensorFlow's own operations. For momentum,
RMSProp, centered RMSProp, Adadelta and proximal Adagrad the CPU kernels are only stand-ins: nothing is published of how TPUs
compute these, and their results may differ. What differs between the formulas and the kernels, and why:

${[...optimizers.values()]
  .filter(({ unlikeKernel }) => unlikeKernel)
  .map(({ title, unlikeKernel }) => `- **${title}.** ${unlikeKernel}`)
  .join('\n')}
- **The last bit.** Where the kernels multiply by the reciprocal of a root, the formulas divide by the root.
- **Kernels for dense gradients.** Those of RMSProp, centered RMSProp and FTRL group sums and products otherwise, so they
  give other results once a square is not finite or is flushed. Rows of a table are updated by the sparse ones.

### Look-ups

With \`simulated_quantization\` a look-up returns

\`\`\`
${QUANTIZATION.map(printLine).join('\n')}
\`\`\`

while the table keeps full precision. With \`pipeline_execution_with_tensor_core\` the update of a step is visible to
look-ups from the second step after it. With low-dimensional packing a gradient for one row is a gradient of 0 for
the rows that share its 8 floats, so only limits, and weights of FTRL that do not fit to their slots, show a difference.

### SparseCores

\`TPUEmbeddingV2\` of TensorFlow 2.21 trains on SparseCores
([tpu_embedding_v3.py](https://github.com/tensorflow/tensorflow/blob/v2.21.0/tensorflow/python/tpu/tpu_embedding_v3.py)). It trains
with SGD, Adagrad, Adagrad with momentum, FTRL and Adam, and does not do all that a configuration says. With \`--sparsecore\`, and
with the preview's switch, what it ignores has no effect; at what it refuses, \`simulate\` ends with an error:

${SPARSECORE_DIFFERENCES.map(({ path, verdict, why }) => `- \`${path}\` is ${verdict}: ${why}`).join('\n')}

### Optimizers

In the formulas \`w\` is an element of the parameters, \`g\` one of the gradient and \`lr\` the learning rate of the step.
Slots go by the name beside them, hyperparameters by their field; one that is left out of a configuration is 0 or
false. The formulas are those for the usual values, followed by what other values change.

${sections.join('\n')}`;
}

function section(optimizer, formulaText) {
  const { title, name, slots, slotsStart, source, note, approximate, zeroGradientIsNoOp, hyperparameters } =
    optimizer;
  const usual = Object.fromEntries(hyperparameters.map((h) => [h.name, h.usual]));
  const formula = formulaText(optimizer, usual);
  const facts = [
    slots.length > 0
      ? `Slot variables: ${slots.map(slotText).join(', ')}.`
      : formula.length > 0 && 'No slot variables.',
    slotsStart,
    hyperparameters.length > 0 &&
      `Usual values: ${hyperparameters.map((h) => `\`${h.name}: ${h.usual}\``).join(', ')}.`,
    zeroGradientIsNoOp !== undefined &&
      `A gradient of 0 changes ${zeroGradientIsNoOp ? 'nothing' : 'the row, too'}.`,
    note,
    `Source: [${source.title}](${source.url}).`,
  ];
  return `#### ${title}

\`${name}\`
${approximate ? `\n**An approximation.** ${approximate}\n` : ''}
${block(formula)}${variants(optimizer, usual, formula, formulaText)}${facts
  .filter(Boolean)
  .map((fact) => `- ${fact}`)
  .join('\n')}
`;
}

function slotText({ name, symbol, initial }) {
  const start = typeof initial === 'number' ? initial : `\`${initial.hyperparameter}\``;
  return `\`${name}\` (${symbol === name ? '' : `\`${symbol}\`, `}starts from ${start})`;
}

function block(lines) {
  return lines.length > 0 ? `\`\`\`\n${lines.join('\n')}\n\`\`\`\n\n` : '';
}

/** The lines of a formula that other values of one hyperparameter change, and those that two change together. */
function variants(optimizer, usual, formula, formulaText) {
  const shown = new Set(formula);
  const variant = (...others) => {
    const values = Object.fromEntries(others.map(({ name, other }) => [name, other]));
    const changed = formulaText(optimizer, { ...usual, ...values }).filter((line) => !shown.has(line));
    return { label: others.map(({ label }) => label).join(' and '), changed };
  };
  const others = optimizer.hyperparameters.map(otherValue);
  const single = others.map((other) => variant(other));
  for (const line of single.flatMap(({ changed }) => changed)) shown.add(line);
  const double = others.flatMap((first, i) => others.slice(i + 1).map((second) => variant(first, second)));
  return [...single, ...double]
    .filter(({ changed }) => changed.length > 0)
    .map(({ label, changed }) => `With ${label}:\n\n${block(changed)}`)
    .join('');
}

const otherValue = ({ name, usual }) =>
  typeof usual === 'boolean'
    ? { name, other: !usual, label: `\`${name}: ${!usual}\`` }
    : { name, other: usual / 2 + 0.25, label: `\`${name}\` other than ${usual}` };
