/** As much of an editor's document as decides. */
interface Document {
  languageId: string;
  getText(): string;
}

/** Languages in which optimizers are written. */
export const previewable = ({ languageId }: Document) =>
  languageId === 'textproto' || languageId === 'python';

/** Names that Python with optimizers for TPU embedding has to mention. */
const mention = /tpu_?embedding|tpu\.experimental|optimization_parameters/i;

/** Whether it is worth offering a preview in the document. */
export const mayHoldOptimizer = (document: Document) =>
  previewable(document) && (document.languageId === 'textproto' || mention.test(document.getText()));
