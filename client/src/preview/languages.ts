import { relevant } from '../../../server/src/catalogue/relevant';

/** The properties of an editor's document that decide. */
interface Document {
  languageId: string;
  getText(): string;
}

/** Languages that can contain optimizers. */
export const previewable = ({ languageId }: Document) =>
  languageId === 'textproto' || languageId === 'python';

/** Whether to offer a preview in the document. */
export const mayHoldOptimizer = (document: Document) =>
  previewable(document) && (document.languageId === 'textproto' || relevant(document.getText()));
