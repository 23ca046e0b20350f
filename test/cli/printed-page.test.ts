import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withOtherSections, withSection } from '../../src/cli/eval/printed-page.js';

const PAGE = '# Page\n\nHead.\n\n## One\n\n1\n\n## Two\n\n2\n';

test('one section of a page is renewed in its place, a new one is put at the end', () => {
  assert.equal(withSection(PAGE, '## One\n\nnew $& one\n'), '# Page\n\nHead.\n\n## One\n\nnew $& one\n\n## Two\n\n2\n');
  assert.equal(withSection(PAGE, '## Three\n\n3\n'), `${PAGE}\n## Three\n\n3\n`);
});

test('a page that is printed again keeps the sections that others printed', () => {
  assert.equal(withOtherSections('# Page\n\nNew head.\n\n## One\n\nnew\n', PAGE), '# Page\n\nNew head.\n\n## One\n\nnew\n\n## Two\n\n2\n');
  assert.equal(withOtherSections(PAGE, ''), PAGE);
});
