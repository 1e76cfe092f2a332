/** A notebook with a heading and programs below, each a cell. */
export const notebookOf = (...programs: string[]): string =>
  JSON.stringify({
    cells: [
      { cell_type: 'markdown', metadata: {}, source: '# Training' },
      ...programs.map((source) => ({
        cell_type: 'code',
        execution_count: null,
        metadata: {},
        outputs: [],
        source,
      })),
    ],
    metadata: {},
    nbformat: 4,
    nbformat_minor: 4,
  });
