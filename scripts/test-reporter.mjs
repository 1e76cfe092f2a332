// A reporter for Node's tests: prints failed tests with their suites, those that say why they were left out, and the counts.
import { relative } from 'node:path';
import { inspect } from 'node:util';

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
      const error = inspect(data.details.error.cause ?? data.details.error).replaceAll('\n', '\n  ');
      yield `✖ ${title} (${relative('', data.file ?? '')})\n  ${error}\n\n`;
    }
  }
}
