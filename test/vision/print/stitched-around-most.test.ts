import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Stitching } from '../../../src/vision/print/stitch-views.js';
import { stitchedAroundMost } from '../../../src/vision/print/stitched-around-most.js';
import { MIRRORED_PRINT } from '../../../src/vision/print/why-not-stitched.js';

type View = Stitching['views'][number];

/** Pictures of one print, each the right way round or not, as they are stitched around one of them. */
function stitchOf(areMirrored: readonly boolean[]) {
  const asked: number[] = [];
  const stitch = async ({ picture }: { readonly picture: number }): Promise<Stitching> => {
    asked.push(picture);
    const views = areMirrored.map((one) => (one === areMirrored[picture] ? { ok: true } : { ok: false, problem: MIRRORED_PRINT }) as View);
    return { views, pairs: [] };
  };
  return { stitch, asked, frameAmong: (some: readonly number[]) => ({ picture: some[0]! }) };
}

const codes = ({ views }: Stitching) => views.map((view) => (view.ok ? 'stitched' : view.problem.code));

test('of four pictures whose first is mirrored, the three others are stitched, and the first is said to be mirrored', async () => {
  const { stitch, frameAmong } = stitchOf([true, false, false, false]);
  const { frame, stitching } = await stitchedAroundMost({ picture: 0 }, { stitch, frameAmong });
  assert.equal(frame.picture, 1);
  assert.deepEqual(codes(stitching), ['picture-mirrored', 'stitched', 'stitched', 'stitched']);
});

test('a mirrored picture among more others, or one of two, leaves the frame to the first', async () => {
  for (const areMirrored of [
    [false, false, true, false],
    [false, true],
    [true, false, true, false],
  ]) {
    const { stitch, asked, frameAmong } = stitchOf(areMirrored);
    assert.equal((await stitchedAroundMost({ picture: 0 }, { stitch, frameAmong })).frame.picture, 0);
    assert.deepEqual(asked, [0], 'nothing is stitched twice');
  }
});

test('a first picture whose ships alone show that it is mirrored is left out too, and not where its print does not bring more together', async () => {
  const others = (views: readonly boolean[]): Stitching => ({
    views: views.map((ok) => (ok ? { ok } : { ok, problem: { ...MIRRORED_PRINT, code: 'print-not-matched' } }) as View),
    pairs: [],
  });
  const around = (second: readonly boolean[]) =>
    stitchedAroundMost(
      { picture: 0 },
      {
        stitch: async ({ picture }) => others(picture === 0 ? [true, false, false] : second),
        isMirrorImage: (i, { picture }) => i === 1 && picture === 0,
        frameAmong: ([one]) => ({ picture: one! }),
      },
    );
  const { frame, stitching } = await around([false, true, true]);
  assert.equal(frame.picture, 1);
  assert.deepEqual(codes(stitching), ['picture-mirrored', 'stitched', 'stitched']);
  assert.equal((await around([false, true, false])).frame.picture, 0);
});
