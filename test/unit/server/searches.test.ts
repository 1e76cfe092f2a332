// A search finds the same when it is answered at once, from the disk, and later, through the server's file system.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { DiskSearch } from '../../../server/src/cli/files/disk-search';
import { slashed } from '../../../server/src/cli/files/paths';
import { configurationAround } from '../../../server/src/project/configuration-file/project-configuration';
import { environmentAround } from '../../../server/src/project/environment/folder';
import { ignoreFilesAround, isIgnored } from '../../../server/src/project/files/excluded-files';
import type { Folder, Search } from '../../../server/src/project/nearby';
import { disk } from '../../../server/src/server/files/disk';
import { FileSearch } from '../../../server/src/server/files/file-search';
import { folderOf } from '../../protocol/descriptors';

const top = folderOf({
  '.gitignore': 'above.py\n',
  'requirements.txt': 'tensorflow==2.10.0\n',
  'a b/.git/info/exclude': 'local.py\n',
  'a b/.gitignore': 'build/\n*.gen.py\n',
  'a b/tpu-embedding.json': '{ "filePatterns": ["x.pbtxt"], "exlude": [] }',
  'a b/pyproject.toml': '[project]\ndependencies = ["tensorflow>=2.12"]\n',
  'a b/é/.ignore': '!kept.gen.py\n',
  'a b/é/tpu-embedding.json/not-a-file': '',
  'a b/é/venv/lib/python3.11/site-packages/tensorflow-2.15.0.dist-info/METADATA': '',
});
after(() => rmSync(top, { recursive: true }));

const PATHS = ['above.py', 'a b/x.py', 'a b/build', 'a b/local.py', 'a b/é/kept.gen.py', 'a b/é/in/y.gen.py'];

const FACTS: Readonly<Record<string, (folder: Folder, path: string) => Search<unknown>>> = {
  environment: (folder) => environmentAround(folder),
  *configuration(folder) {
    const found = yield* configurationAround(folder);
    return (
      found && { ...found, folder: found.folder.path, excludes: found.excludes.folder, schema: undefined }
    );
  },
  *exclusion(folder, path) {
    const files = yield* ignoreFilesAround(folder, [slashed(top)]);
    return isIgnored(path, path.endsWith('build'), files);
  },
};

suite('a search finds the same at once and later', () => {
  const atOnce = new DiskSearch();
  const later = new FileSearch(disk);
  for (const [what, search] of Object.entries(FACTS))
    test(what, async () => {
      const found: unknown[] = [];
      for (const each of PATHS) {
        const path = join(top, each);
        found.push(atOnce.run(search(atOnce.folderOf(path), path)));
        const uri = pathToFileURL(path).href;
        assert.deepEqual(await later.run(search(later.folderOf(uri)!, path)), found.at(-1), each);
      }
      assert.ok(new Set(found.map((each) => JSON.stringify(each))).size > 1, 'the files differ');
    });
});

test('folders nest as deep as a path may be', async () => {
  const path = `/${'a/'.repeat(5000)}x.py`;
  const atOnce = new DiskSearch();
  const later = new FileSearch(disk);
  for (const search of Object.values(FACTS)) {
    atOnce.run(search(atOnce.folderOf(path), path));
    await later.run(search(later.folderOf(`file://${path}`)!, path));
  }
});
