/** Texts of problems with a picture, a lens, a mat or a setup, and of what to do. */
export const VISION = {
  'picture-panorama': (widthPx: string, heightPx: string) =>
    `The picture is ${widthPx}×${heightPx} px: a panorama or a strip, in which straight lines are bent.`,
  'take-one-photo-whole': 'Take one photo of the whole mat instead.',
  'corner-px-expected-within': (i: string, u: string, v: string, widthPx: string, heightPx: string) =>
    `corner ${i} is at (${u}, ${v}) px, expected within the picture of ${widthPx}×${heightPx} px, or - where it is out of view.`,
  'lines-between-corners-cross': 'the lines between the corners cross or fold, expected them in order around the mat.',
  'picture-blurred': (px: string, maxBlurPx: string) =>
    `The picture is blurred: its sharpest edges are ${px} px wide; at most ${maxBlurPx} can be measured.`,
  'hold-camera-still-stand': 'Hold the camera still, on a stand if there is one, let it focus on the table, or give more light.',
  'board-contradicts': (boardAgreement: string, minBoardAgreement: string) =>
    `The calibration sheet and the rest of the table contradict each other (agreement ${boardAgreement} %, needed ${minBoardAgreement} %).`,
  'lay-sheet-flat-mat': 'Lay the sheet flat on the mat, check the length of its bar, or do without it.',
  'lens-of-another-shape': (widthPx: string, heightPx: string, widthPx2: string, heightPx2: string) =>
    `The lens was measured for pictures of ${widthPx}×${heightPx} px; this one has ${widthPx2}×${heightPx2} px.`,
  'use-lens-camera-resolution': 'Use the lens of this camera at this resolution and this way up, or none.',
  'focal-length-px-table': (focalPx: string, fx: string, sigmaPx: string) =>
    `its focal length is ${focalPx} px; the table shows ${fx} ± ${sigmaPx} px.`,
  'distortion-centre-mats-border': (misfit: string, misfit2: string, hintK1: string, k1: string) =>
    `its distortion and centre do not fit the mat’s border and the bases (squared residuals ${misfit} higher; at most ${misfit2} are expected; k1 is ${hintK1}, the table shows ${k1}).`,
  'lens-of-another-camera': (why: string) => `The lens that was given does not fit this picture: ${why}`,
  'measure-lens-camera-zoom':
    'Measure the lens of this camera, at this zoom and focus, with the calibration sheet, or do without it. If it is this camera’s, tap the mat’s corners.',
  'if-lens-given-another': (hint: string) => `${hint} If the lens that was given is another camera’s, do without it.`,
  'lens-with-sigmas': (fx: string, focalPx: string, distortion: string, k1: string) =>
    `focal length ${fx} ± ${focalPx} px, k1 ${distortion} ± ${k1}`,
  'setup-of-another-table': (misfit: string, misfit2: string, learned: string, lens: string) =>
    `The saved setup does not fit this picture (squared residuals ${misfit} higher; at most ${misfit2} are expected): it contains ${learned}; the picture shows ${lens}. The picture was measured without it.`,
  'lens-numbers': (focalPx: string, k1: string) => `focal length ${focalPx} px, k1 ${k1}`,
  'if-another-camera-zoom': 'If another camera, zoom or mat is used, set the table up again.',
  'size-mm': (widthMm: string, depthMm: string) => `${widthMm} × ${depthMm} mm`,
  'mat-of-another-size': (size: string, sigmaMm: string, size2: string, sigma: string, scale: string) =>
    `The mat was entered as ${size} ± ${sigmaMm}; its border and the bases on it give ${size2} ± ${sigma} (the bases of this box differ by ${scale} % from their nominal size).`,
  'measure-mat-again-check': 'Measure the mat again, or check that its border and not a printed line was found.',
  'length-contradicts-mat': (widthMm: string, depthMm: string, sigmaMm: string, seenMm: string, lengthMm: string, sigma: string) =>
    `The mat was entered as ${widthMm} × ${depthMm} mm ± ${sigmaMm}; then the ruler or template on it would be ${seenMm} mm long, but it is ${lengthMm} ± ${sigma} mm.`,
  'measure-mat-again-lay': 'Measure the mat again, or lay the ruler flat on it; take it away if it is not the range ruler of the game.',
  'corners-wrong': (wrong: string) => `The mat’s corners: ${wrong}`,
  'mark-them-again': 'Mark them again.',
  'picture-too-small': (widthPx: string, heightPx: string, minFramePx: string, minShortPx: string, matMm: string) =>
    `The picture is ${widthPx}×${heightPx} px; at least ${minFramePx} px on its long side and ${minShortPx} on its short one are needed to see a base on a ${matMm} mm mat.`,
  'use-cameras-full-resolution': 'Use the camera’s full resolution, 1920×1080 or more.',
  'setup-of-another-shape': (widthPx: string, heightPx: string, widthPx2: string, heightPx2: string) =>
    `The setup was made with pictures of ${widthPx}×${heightPx} px, this one has ${widthPx2}×${heightPx2} px: its lens was not used.`,
  'choose-resolution-table-set': 'Choose the resolution that the table was set up with, or set it up again.',
  'setup-kept-no-table': (found: string) =>
    `With the saved setup no table is found in this picture${found}; the picture was measured without it.`,
  'mat-border-unsure': (why: string) => `No mat in view that can be trusted: ${why}`,
  'border-confirmed-sides-picture': (confirmed: string, sides: string) =>
    `the border was confirmed on ${confirmed} of the ${sides} sides in the picture.`,
  'clear-mats-border-light': 'Clear the mat’s border, light it evenly, or tap the mat’s corners.',
  'seen-bases-no-place': 'from what is visible of it and of the bases, no position is known to within 8 mm.',
  'show-all-four-sides': 'Show all four sides of the mat, enter its size, or tap its corners.',
  'no-two-opposite-sides': 'no two opposite sides of its border are visible, and there are too few bases to tell how large everything is.',
  'show-third-side-mat': 'Show a third side of the mat, or tap its corners.',
  'too-few-sides-border': 'too few sides of its border are visible to tell where on it the bases stand.',
  'corners-marked-not-those': 'the marked corners are not those of the visible border.',
  'drag-them-mats-corners': 'Drag them to the mat’s corners, mark all four, or leave them out.',
  'looks-like-side-border': 'what looks like a side of its border is a line printed on it, since the mat continues beyond it.',
  'show-all-four-sides-mat': 'Show all four sides of the mat, or tap its corners.',
  'several-edges-may-border': (scaleSigma: string, shiftSigmaMm: string) =>
    `several edges may be its border; its scale is uncertain by ${scaleSigma} % and its position by ${shiftSigmaMm} mm.`,
  'show-all-four-sides-mat-light': 'Show all four sides of the mat, light its border evenly, or tap its corners.',
  'looks-like-border-would': (fx: string, focalPx: string) =>
    `what looks like its border would need a focal length of ${fx} px; expected about ${focalPx} px.`,
  'marked-border-would': (fx: string, focalPx: string) =>
    `its border, where it is marked, would need a focal length of ${fx} px; expected about ${focalPx} px.`,
  'show-all-four-sides-mat-check':
    'Show all four sides of the mat, check that a lens file belongs to this camera, or tap the mat’s corners.',
  'check-marks-and-lens':
    'Check that the marks are on the mat’s corners and edges. If they are, choose the camera’s linear or normal view, and check that a lens file belongs to it.',
  'lens-fisheye': (k1: string, maxK1: string) =>
    `The lens bends straight lines too much to measure with: its k1 is ${k1}, at most ${maxK1} either way is expected. It is probably a fisheye.`,
  'lens-bent-by-marks': (k1: string, maxK1: string) =>
    `To show the mat where it is marked, the lens would have to bend straight lines too much to measure with: its k1 would be ${k1}, at most ${maxK1} either way is expected. A mark is probably in the wrong place, unless the camera has a fisheye.`,
  'choose-cameras-linear-normal': 'Choose the camera’s linear or normal view, or use another camera.',
  'seen-border-found-bases': (agreement: string, agreement2: string, barely: string) =>
    `with the border that was found, the ${agreement} bases are not square (agreement ${agreement2} %, needed ${barely} %).`,
  'border-not-seen-bases': (baseCost: string, maxBaseCost: string) =>
    `its border is not visible, and the bases in the picture do not fit each other (unexplained cost ${baseCost} per base, at most ${maxBaseCost} expected).`,
  'show-least-three-sides': 'Show at least three sides of the mat, in this picture or in another one, or tap its corners.',
  'bases-picture-do-not': 'the bases in the picture do not fit what looks like its border.',
  'mm-entered': (widthMm: string, depthMm: string, maxUnusualMm: string) => `${widthMm} × ${depthMm} ± ${maxUnusualMm} mm as entered`,
  'mm-3-ft-each': (matMm: string, maxUnusualMm: string) => `${matMm} ± ${maxUnusualMm} mm (3 ft) each way`,
  'looks-like-border-mm': (widthMm: string, depthMm: string, expectedSize: string) =>
    `what looks like its border is ${widthMm} × ${depthMm} mm by the bases on it; expected ${expectedSize}.`,
  'show-all-four-sides-mat-tap':
    'Show all four sides of the mat, tap its corners (again), or lay the printed sheet beside a mat of another size.',
  'too-little-mat': 'Too little of the mat',
  'no-mat': 'No mat',
  'view-bases-measured-relative': (seen: string) =>
    `${seen} in view: the bases are measured relative to each other. The table’s edge is unknown. From what is visible, they may all be of another size, so no distance between them is certain.`,
  'view-bases-measured-relative-each': (seen: string) =>
    `${seen} in view: the bases are measured relative to each other. The table’s edge is unknown.`,
  'take-picture-whole-mat': 'Take a picture of the whole mat as well, or show a base of another size.',
  'corners-off-edges': (awayMm: string) =>
    `The visible edges miss the marked corners by up to ${awayMm} mm. The marked corners count, and what is measured is less accurate by that much.`,
  'check-corners-magnifier-if':
    'Check the corners in the magnifier. If they are right, there is a line beside the mat’s edge, and there is nothing else to do.',
  'corners-off-bases': (byBases: string, expected: string) =>
    `The marked corners do not fit the ships: by the sizes of their bases, the marked area is about ${byBases}; expected ${expected}. Both count, so that all distances are less certain.`,
  'mark-outer-corners':
    'Put the marks on the mat’s outer corners, not on a frame printed inside them. If they are right, measure the mat and enter its size.',
  'mat-not-found': (overlap: string, minOverlap: string) =>
    `Nothing to measure by is in view: neither three sides of a square play mat (best agreement ${overlap} %, needed ${minOverlap} %) nor two ships that are clearly visible.`,
  'show-mat-or-ships': 'Show the mat with nothing on its border, hold the camera close to two or more ships, or tap the mat’s corners.',
  'print-repeats': 'The mat’s print repeats, so that several places look alike: which of them the picture shows remains open.',
  'show-mats-border-whole': 'Show the mat’s border or the whole mat in each picture.',
  'print-not-matched': 'No two pictures show the same part of a mat’s print, as far as their prints can be compared.',
  'take-pictures-overlap-half': 'Take pictures that overlap by half, sharp and without glare; a plain cloth has no print to match.',
  'ships-all-elsewhere':
    'No ship or obstacle of this picture is where the others show one: its ships have all moved, or it is of another table with such a mat. Nothing is certain between what it shows and what they show.',
  'show-one-that-stood': 'Take a picture that also shows a ship that has not moved, or an obstacle that the others show.',
  'picture-mirrored': 'The picture shows the mat’s print mirrored.',
  'switch-cameras-mirroring-off': 'Switch the camera’s mirroring off, or take the picture again without it.',
  'picture-shows-no-part': 'The picture shows no part of the print that the other pictures show: another mat, or too little of this one.',
  'leave-out-take-again': 'Leave it out, or take it again with more of the print in view, sharp and without glare.',
  'lens-unsure': (percent: string, percent2: string) => `The focal length is uncertain by ${percent}; at most ${percent2} is useful.`,
  'add-pictures-sheet-seen':
    'Add pictures of the sheet seen at a slant of 30° to 50°, from several sides, with the sheet as large as it goes.',
  'pictures-corners-lens-unsure': (cornerPx: string, maxCornerSigma: string) =>
    `In the picture’s corners the lens is uncertain by ${cornerPx} px; at most ${maxCornerSigma} px is useful.`,
  'add-pictures-sheet-near': 'Add pictures with the sheet near each side and corner of the picture.',
  'setup-finds-nothing': 'With the saved setup no table is found in this picture; the picture was measured without it.',
  'setup-finds-nothing-because': (why: string) =>
    `With the saved setup no table is found in this picture (${why}); the picture was measured without it.`,
  'edge-too-short': (side: string) => `the two points on edge ${side} are too close together to define a line`,
  'edge-outside-picture': 'a point on an edge is outside the picture',
  'too-few-edges': 'they do not determine where the mat is: three edges do, or two corners with the edges beyond them, or four corners',
  'too-few-corners': (count: string) =>
    `got ${count} of the mat’s corners, expected two at least: others can be left out with - where they are out of view.`,
  'squeezed-perhaps': (widthPx: string, heightPx: string) =>
    `If this picture of ${widthPx} × ${heightPx} px is a camcorder’s frame, its pixels are not square, and positions in it are uncertain.`,
  'save-as-it-is-shown': 'Save the frame as wide as the film is shown, most often 1920 × 1080 px, or open the video itself.',
  'hidden-too-much': 'Not measured: too much is hidden.',
  'place-unsure': (mm: string) => `Not measured: its position is uncertain by more than ${mm} mm.`,
  'perhaps-base': 'Base?',
  'perhaps-obstacle': 'Obstacle?',
  'obstacle-was-there': 'Obstacle? It was seen there before.',
  'base-was-there': 'Base? It stood there before; a later picture of the place does not show it.',
};
