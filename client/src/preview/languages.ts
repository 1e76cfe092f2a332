import { relevant } from '../../../server/src/relevant';

/** As much of an editor's document as decides. */
interface Document {
  languageId: string;
  getText(): string;
}

/** Languages in which optimizers are written. */
export const previewable = ({ languageId }: Document) =>
  languageId === 'textproto' || languageId === 'python';

/** Whether it is worth offering a preview in the document. */
export const mayHoldOptimizer = (document: Document) =>
  previewable(document) && (document.languageId === 'textproto' || relevant(document.getText()));
