import assert from 'node:assert/strict';
import { test } from 'node:test';
import { english } from '../../../src/texts/english.js';
import {
  absentSideUncertainty,
  baseProblem,
  borderProblem,
  fisheyeProblem,
  knownFromSides,
  lensProblem,
  misreadSizesProblem,
  oneSizeUncertainty,
  sizeProblem,
  sizesProblem,
  uncertaintyProblem,
  unusualSizeUncertainty,
} from '../../../src/vision/mat/border/border-problems.js';
import { CERTAIN_BORDER } from '../../../src/vision/solve/border-uncertainty.js';
import type { TableSolution } from '../../../src/vision/solve/joint-solution.js';
import { unknownLens } from '../../../src/vision/solve/observations.js';
import { sizesBelieved } from '../../../src/vision/solve/size-rivals.js';

const lens = unknownLens(1920, 1080);
const seen = (focalPx: number, agreement: readonly number[]) => ({ camera: { fx: focalPx }, agreement }) as unknown as TableSolution;

test('a border on which bases have sizes that they do not show by themselves is refused; where hardly anything is known of these it is not', () => {
  const standing = (...odds: (number | undefined)[]) =>
    misreadSizesProblem(
      sizesBelieved(
        odds.map((small) => {
          const sizes = small === undefined ? {} : { sizes: { small, medium: 1 - small, large: 0 } };
          return { base: 'small' as const, start: { x: 0, y: 0, headingRad: 0 }, marks: [], ...sizes };
        }),
      ),
    )?.code;
  assert.equal(standing(0.045, 0.011), 'mat-border-unsure');
  assert.equal(standing(0.02, 0.34, 0.01), 'mat-border-unsure');
  assert.equal(standing(0.8, 0.02, 0.6), undefined);
  assert.equal(standing(undefined, undefined), undefined);
  assert.equal(standing(), undefined);
});

test('a border that makes most of the bases anything but square is refused', () => {
  assert.equal(baseProblem(seen(1500, [0.5, 0.6, 0.95]))?.code, 'mat-border-unsure');
  assert.equal(baseProblem(seen(1500, [0.5, 0.93, 0.95])), undefined);
});

test('a border that the bases hardly bear out leaves its scale and place open, one that they bear out does not', () => {
  const hardly = seen(1500, [0.7, 0.83, 0.95]);
  assert.equal(baseProblem(hardly), undefined);
  assert.ok(unusualSizeUncertainty(hardly).scaleSigma > 0 && unusualSizeUncertainty(hardly).shiftSigmaMm > 0);
  assert.deepEqual(unusualSizeUncertainty(seen(1500, [0.7, 0.93, 0.95])), CERTAIN_BORDER);
  assert.deepEqual(unusualSizeUncertainty(seen(1500, [0.7, 0.7])), CERTAIN_BORDER);
});

test('bases that do not fit each other are refused without a border, and the message does not speak of one that was found', () => {
  assert.equal(sizesProblem(9.3), undefined);
  const { code, message } = sizesProblem(30)!;
  assert.equal(code, 'mat-border-unsure');
  assert.match(english(message), /its border is not visible, and the bases in the picture do not fit each other \(unexplained cost 30\.0 /);
});

test('two bases are too few to contradict a border', () => {
  assert.equal(baseProblem(seen(1500, [0.5, 0.6])), undefined);
});

test('a border that only a telescope would show so is refused', () => {
  // 1920 px wide; phones and webcams have focal lengths of half to one and a half times the picture's width.
  assert.equal(lensProblem(seen(5 * 1920, []), lens)?.code, 'mat-border-unsure');
  for (const ratio of [0.5, 0.8, 1.5]) assert.equal(lensProblem(seen(ratio * 1920, []), lens), undefined);
});

test('another camera’s lens file is noticed', () => {
  const file = { ...lens, focalPx: 1400, logFocalSigma: 0.004 };
  assert.match(english(lensProblem(seen(1500, []), file)!.message), /1500 px; expected about 1400 px/);
});

test('a lens that bends more than two terms can follow is refused with how much it bends, a wide one is not', () => {
  const bent = (k1: number) => fisheyeProblem({ camera: { distortion: [k1, 0, 0, 0, 0] } as unknown as TableSolution['camera'] });
  assert.match(english(bent(-0.44)!.message), /k1 is -0\.44, at most 0\.4 either way/);
  for (const k1 of [-0.3, 0, 0.2]) assert.equal(bent(k1), undefined);
});

test('where a person marked the mat, a lens that would bend or reach too far blames the marks first', () => {
  const camera = { fx: 1500, distortion: [0.57, 0, 0, 0, 0] } as unknown as TableSolution['camera'];
  const [bent, far] = [fisheyeProblem({ camera }, true), lensProblem(seen(5 * 1920, []), lens, true)];
  for (const problem of [bent, far]) assert.match(english(problem!.hint), /^Check that the marks are on the mat’s corners/);
  assert.match(
    english(bent!.message),
    /^To show the mat where it is marked, .* its k1 would be 0\.57, .* A mark is probably in the wrong place/,
  );
  assert.match(english(far!.message), /where it is marked, would need a focal length of 9600 px/);
  const { message, hint } = fisheyeProblem({ camera })!;
  for (const words of [message, hint]) assert.doesNotMatch(english(words), /mark/);
});

test('a border is refused that is no mat’s by its size, with the size that the bases give', () => {
  assert.match(
    english(sizeProblem({ widthMm: 1067, depthMm: 1066 })!.message),
    /is 1067 × 1066 mm by the bases on it; expected 914 ± 30 mm/,
  );
  const told = { mat: { widthMm: 880, depthMm: 880, sigmaMm: 0.5 } };
  assert.equal(sizeProblem({ widthMm: 881, depthMm: 881 }, told), undefined);
  assert.match(english(sizeProblem({ widthMm: 920, depthMm: 920 }, told)!.message), /expected 880 × 880 ± 30 mm as entered/);
  assert.equal(sizeProblem({ widthMm: 914, depthMm: 860 })!.code, 'mat-border-unsure');
  for (const mm of [890, 914.4, 930]) assert.equal(sizeProblem({ widthMm: mm, depthMm: mm + 8 }), undefined);
});

test('a border is refused when its rivals differ by more than a measurement may', () => {
  assert.equal(uncertaintyProblem({ scaleSigma: 0.005, shiftSigmaMm: 3 }), undefined);
  assert.match(english(uncertaintyProblem({ scaleSigma: 0.03, shiftSigmaMm: 3 })!.message), /3\.0 %/);
  assert.match(english(uncertaintyProblem({ scaleSigma: 0, shiftSigmaMm: 22 })!.message), /22 mm/);
});

test('a border seen in patches is looked at closely, one that is hardly there is not', () => {
  const sides = (share: number) =>
    [0, 1, 2, 3].flatMap((side) =>
      Array.from({ length: 50 }, (_, i) => ({ side, mark: i < 50 * share ? { u: 0, v: 0, sigmaPx: 1 } : undefined })),
    );
  assert.equal(borderProblem(sides(0.4), 'coarsely'), undefined);
  assert.match(english(borderProblem(sides(0.4))!.message), /0 of the 4 sides/);
  assert.equal(borderProblem(sides(0.2), 'coarsely')?.code, 'mat-border-unsure');
});

test('a side that is absent where it should be in view leaves open where the mat is, one out of view or in patches does not', () => {
  const strips = (side: number, count: number, read: number) =>
    Array.from({ length: count }, (_, i) => ({ side, mark: i < read ? { u: 0, v: 0, sigmaPx: 1 } : undefined }));
  const others = [0, 2, 3].flatMap((side) => strips(side, 56, 50));
  assert.deepEqual(absentSideUncertainty([...others, ...strips(1, 56, 13)]), { scaleSigma: 0, shiftSigmaMm: 30 });
  for (const beside of [strips(1, 56, 14), strips(1, 27, 0), []])
    assert.deepEqual(absentSideUncertainty([...others, ...beside]), CERTAIN_BORDER, `${beside.length} strips`);
});

test('sides that meet determine where things are, opposite ones how large, and a few strips are no side', () => {
  const strips = (side: number, count: number) => Array.from({ length: count }, () => ({ side, mark: { u: 0, v: 0, sigmaPx: 1 } }));
  const unseen = Array.from({ length: 50 }, () => ({ side: 2, mark: undefined }));
  assert.deepEqual(knownFromSides([...strips(0, 50), ...strips(1, 50), ...unseen]), { scale: false, place: true, allSides: false });
  assert.deepEqual(knownFromSides([...strips(0, 50), ...strips(3, 50), ...strips(2, 2)]), { scale: false, place: true, allSides: false });
  assert.deepEqual(knownFromSides([...strips(0, 50), ...strips(2, 20), ...strips(1, 2)]), { scale: true, place: false, allSides: false });
  assert.deepEqual(knownFromSides([...strips(3, 50), ...strips(1, 20), ...strips(2, 20)]), { scale: true, place: true, allSides: false });
  assert.deepEqual(knownFromSides([0, 1, 2, 3].flatMap((side) => strips(side, 20))), { scale: true, place: true, allSides: true });
  assert.deepEqual(knownFromSides([]), { scale: false, place: false, allSides: false });
  // Seven of fifteen strips that show something are no side.
  const half = [...strips(1, 7), ...Array.from({ length: 8 }, () => ({ side: 1, mark: undefined }))];
  assert.deepEqual(knownFromSides([...strips(0, 50), ...strips(2, 20), ...half]), { scale: true, place: false, allSides: false });
  assert.deepEqual(knownFromSides([...strips(0, 50), ...strips(2, 20), ...half.slice(1), ...strips(1, 2)]), {
    scale: true,
    place: true,
    allSides: false,
  });
});

test('two faint sides do not determine where things are, nor how large; three do', () => {
  const strips = (side: number) => Array.from({ length: 50 }, () => ({ side, mark: { u: 0, v: 0, sigmaPx: 1 } }));
  assert.deepEqual(knownFromSides([...strips(1), ...strips(2)], true), { scale: false, place: false, allSides: false });
  assert.deepEqual(knownFromSides([...strips(1), ...strips(3)], true), { scale: false, place: false, allSides: false });
  assert.deepEqual(knownFromSides([...strips(1), ...strips(3)]), { scale: true, place: false, allSides: false });
  assert.deepEqual(knownFromSides([...strips(0), ...strips(1), ...strips(2)], true), { scale: true, place: true, allSides: false });
});

test('bases of one size widen what is claimed where a side of the border is not seen or has rivals, unless something else determines the scale', () => {
  const sides = (allSides: boolean) => ({ scale: true, place: true, allSides });
  const rivals = { scaleSigma: 0.002, shiftSigmaMm: 1 };
  const scaleSigma = (sizes: string[], allSides: boolean, isRivalled: boolean, isTold = false) =>
    oneSizeUncertainty(sizes, sides(allSides), isRivalled ? rivals : CERTAIN_BORDER, isTold).scaleSigma;
  assert.ok(scaleSigma(['small', 'small'], false, false) >= 0.01);
  assert.ok(scaleSigma(['small', 'small'], true, true) >= 0.01);
  assert.equal(scaleSigma(['small', 'small'], true, false), 0);
  assert.equal(scaleSigma(['small', 'large'], false, true), 0);
  assert.equal(scaleSigma(['small', 'small'], false, true, true), 0);
});
