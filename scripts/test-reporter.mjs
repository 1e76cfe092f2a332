// A reporter for Node's tests: prints failed tests with their suites, those that say why they were left out, and the counts.
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { inspect } from 'node:util';

/** Rewrites places in bundles as places in the sources. */
const inSources = (text) =>
  text.replace(/(\/[^\s():]+\.cjs):(\d+):(\d+)/g, (place, bundle, line, column) => {
    if (!existsSync(`${bundle}.map`)) return place;
    const map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')));
    const { originalSource, originalLine, originalColumn } = map.findEntry(line - 1, column - 1);
    if (originalSource === undefined) return place;
    return `${resolve(dirname(bundle), originalSource)}:${originalLine + 1}:${originalColumn + 1}`;
  });

export default async function* report(source) {
  const names = [];
  for await (const { type, data } of source) {
    if (type === 'test:start') names[data.nesting] = data.name;
    else if (type === 'test:stdout' || type === 'test:stderr') yield data.message;
    else if (type === 'test:diagnostic' && data.nesting === 0) yield `# ${data.message}\n`;
    else if (type === 'test:pass' && typeof data.skip === 'string')
      yield `– ${[...names.slice(0, data.nesting), data.name].join(' › ')}: ${data.skip}\n`;
    // The failure inside the suite or file has been reported already.
    else if (type === 'test:fail' && data.details.error.failureType !== 'subtestsFailed') {
      const title = [...names.slice(0, data.nesting), data.name].join(' › ');
      const error = inSources(inspect(data.details.error.cause ?? data.details.error)).replaceAll(
        '\n',
        '\n  ',
      );
      yield `✖ ${title} (${relative('', data.file ?? '')})\n  ${error}\n\n`;
    }
  }
}
