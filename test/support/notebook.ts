/** A notebook with a heading and a program below. */
export const notebookOf = (program: string): string =>
  JSON.stringify({
    cells: [
      { cell_type: 'markdown', source: '# Training' },
      { cell_type: 'code', source: program },
    ],
    metadata: {},
    nbformat: 4,
  });
