/** The text that a snippet inserts with its default values and first choices. */
export function expandSnippet(body: string): string {
  let text = body;
  for (let before = ''; before !== text; ) {
    before = text;
    text = text
      .replaceAll(/\$\{\d+\|((?:[^|\\]|\\.)*?)\|\}/g, (_, choices: string) => choices.split(/(?<!\\),/)[0]!)
      .replaceAll(/\$\{\d+:([^${}]*)\}/g, '$1')
      .replaceAll(/\$\{\d+\}|\$\d+/g, '');
  }
  return text.replaceAll(/\\([$}\\,|])/g, '$1');
}
