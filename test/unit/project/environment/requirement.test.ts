import assert from 'node:assert/strict';
import { test } from 'node:test';
import { libraryOfDistribution } from '../../../../server/src/catalogue/packages';
import { releaseOf, releasesText } from '../../../../server/src/catalogue/releases';
import { releasesOf, versionsAllowedBy } from '../../../../server/src/catalogue/versions';
import { requirementIn } from '../../../../server/src/project/environment/requirement';

const rows = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((row) => row.split(/\s*→\s*/) as [string, string]);

test('version clauses of pip, Poetry and conda allow the releases that these tools would install', () => {
  for (const [clauses, expected] of rows(`
==2.15 → 2.15
==2.15.1 → 2.15
===2.15.0 → 2.15
==2.15.* → 2.15
==2.* → 2.0 or newer
==1.* → 1.0 to 1.15
2.15.0 → 2.15
=2.15 → 2.15
=2.15.0=gpu_py311 → 2.15
2.15.* → 2.15
=2 → 2.0 or newer
~=2.15 → 2.15 or newer
~=2.15.0 → 2.15
~=1.14 → 1.14 to 1.15
^2.15 → 2.15 or newer
^1.14 → 1.14 to 1.15
^0.4 → 0.4
~=0.4 → 0.4 or newer
~2.15 → 2.15
~2.15.1 → 2.15
>=2.10,<2.16 → 2.10 to 2.15
>=2.10, <2.16.1 → 2.10 to 2.16
>2.10 → 2.10 or newer
<2.0 → 1.15 or older
<2 → 1.15 or older
<=2.15 → 2.15 or older
>=1.15,<2 → 1.15
>=2.10,!=2.11.0 → 2.10 or newer
>=2.10,!=2.11,<2.13 → 2.10 to 2.12
^1.15 || ^2.15 → 1.15 or newer
2.10.*|2.11.* → 2.10 to 2.11
==2.16.0rc0 → 2.16
==2.18.0.dev20240601 → 2.17 to 2.18
==2.0.0.dev1 → 1.15 to 2.0
* →
>=2.15,<2.10 →
 →
nonsense →
>= →
`))
    assert.equal(releasesText(releasesOf(versionsAllowedBy(clauses))), expected ?? '', clauses);
});

test('a requirement of TensorFlow is found under each of its names, and under no other', () => {
  for (const [requirement, expected] of rows(`
tensorflow==2.15.0 → 2.15
TensorFlow == 2.15 ; python_version < "3.12" → 2.15
tensorflow[and-cuda]~=2.15.0  # for GPUs → 2.15
tensorflow_cpu==2.15 → 2.15
tensorflow-gpu (>=1.15,<2) → 1.15
tf-nightly==2.18.0.dev20240601 → 2.17 to 2.18
intel.tensorflow==2.14.0 → 2.14
tensorflow-tpu==2.18.0 → 2.18
tensorflow==2.15.0 --hash=sha256:0 → 2.15
tensorflow @ https://example.org/tensorflow-2.15.0-cp311.whl →
tensorflow →
`)) {
    const { name, clauses } = requirementIn(requirement)!;
    assert.equal(libraryOfDistribution(name), 'tensorflow', requirement);
    assert.equal(releasesText(releasesOf(versionsAllowedBy(clauses))), expected ?? '', requirement);
  }
  for (const other of [
    'tensorflow-estimator==2.15.0',
    'tensorflow_text==2.15',
    'tensorflow-recommenders',
    '# tensorflow==2.15',
    '-r tensorflow.txt',
    'numpy==1.26',
    '',
  ])
    assert.equal(libraryOfDistribution(requirementIn(other)?.name ?? ''), undefined, other);
});

test('the release is read from a version of TensorFlow only', () => {
  for (const [version, release] of rows(`
2.15 → 2.15
1.15.5 → 1.15
2.16.0rc1 → 2.16
2.16.0-rc1 → 2.16
2.18.0.dev20240601 → 2.18
0.4.0 → 0.4
`))
    assert.equal(releaseOf(version), release);
  for (const other of ['2', 'latest', '', '2.15banana', '2.15.0.1.2', 'v2.15', '==2.15'])
    assert.equal(releaseOf(other), undefined, other);
});
