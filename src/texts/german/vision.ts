import type { VISION as ENGLISH } from '../english/vision.js';
import type { Translated } from '../phrase.js';

/** Texts of problems with a picture, a lens, a mat or a setup, and of what to do, in German. */
export const VISION: Translated<typeof ENGLISH> = {
  'picture-panorama': (widthPx, heightPx) =>
    `Das Bild hat ${widthPx}×${heightPx} px: ein Panorama oder ein Streifen, in dem gerade Linien gebogen sind.`,
  'take-one-photo-whole': 'Stattdessen ein einziges Foto der ganzen Matte aufnehmen.',
  'corner-px-expected-within': (i, u, v, widthPx, heightPx) =>
    `Ecke ${i} liegt bei (${u}, ${v}) px, erwartet im Bild von ${widthPx}×${heightPx} px, oder „-“, wo sie nicht im Bild ist.`,
  'lines-between-corners-cross': 'die Linien zwischen den Ecken kreuzen sich, erwartet werden sie der Reihe nach um die Matte.',
  'picture-blurred': (px, maxBlurPx) =>
    `Das Bild ist unscharf: Seine schärfsten Kanten sind ${px} px breit; höchstens ${maxBlurPx} lassen sich messen.`,
  'hold-camera-still-stand':
    'Die Kamera ruhig halten, auf einem Stativ, wenn es eines gibt; sie auf den Tisch scharf stellen lassen, oder mehr Licht geben.',
  'board-contradicts': (boardAgreement, minBoardAgreement) =>
    `Das Kalibrierblatt und der übrige Tisch widersprechen sich (Übereinstimmung ${boardAgreement} %, nötig ${minBoardAgreement} %).`,
  'lay-sheet-flat-mat': 'Das Blatt flach auf die Matte legen, die Länge seines Balkens prüfen, oder ohne es auskommen.',
  'lens-of-another-shape': (widthPx, heightPx, widthPx2, heightPx2) =>
    `Das Objektiv wurde für Bilder von ${widthPx}×${heightPx} px gemessen; dieses hat ${widthPx2}×${heightPx2} px.`,
  'use-lens-camera-resolution': 'Das Objektiv dieser Kamera bei dieser Auflösung und Ausrichtung verwenden, oder keines.',
  'focal-length-px-table': (focalPx, fx, sigmaPx) => `seine Brennweite ist ${focalPx} px; der Tisch zeigt ${fx} ± ${sigmaPx} px.`,
  'distortion-centre-mats-border': (misfit, misfit2, hintK1, k1) =>
    `mit seiner Verzeichnung und Mitte liegen der Rand der Matte und die Basen schief (quadrierte Abweichungen ${misfit} höher; höchstens ${misfit2} werden erwartet; k1 ist ${hintK1}, der Tisch zeigt ${k1}).`,
  'lens-of-another-camera': (why) => `Das angegebene Objektiv passt nicht zu diesem Bild: ${why}`,
  'measure-lens-camera-zoom':
    'Das Objektiv dieser Kamera bei diesem Zoom und Fokus mit dem Kalibrierblatt messen, oder ohne es auskommen. Gehört es zu dieser Kamera, die Ecken der Matte antippen.',
  'if-lens-given-another': (hint) => `${hint} Gehört das angegebene Objektiv zu einer anderen Kamera, ohne es auskommen.`,
  'lens-with-sigmas': (fx, focalPx, distortion, k1) => `Brennweite ${fx} ± ${focalPx} px, k1 ${distortion} ± ${k1}`,
  'setup-of-another-table': (misfit, misfit2, learned, lens) =>
    `Die gespeicherte Einrichtung passt nicht zu diesem Bild (quadrierte Abweichungen ${misfit} höher; höchstens ${misfit2} werden erwartet): Sie enthält ${learned}; das Bild zeigt ${lens}. Es wurde ohne sie gemessen.`,
  'lens-numbers': (focalPx, k1) => `Brennweite ${focalPx} px, k1 ${k1}`,
  'if-another-camera-zoom': 'Bei anderer Kamera, anderem Zoom oder anderer Matte den Tisch neu einrichten.',
  'size-mm': (widthMm, depthMm) => `${widthMm} × ${depthMm} mm`,
  'mat-of-another-size': (size, sigmaMm, size2, sigma, scale) =>
    `Die Matte ist mit ${size} ± ${sigmaMm} angegeben; nach ihrem Rand und den Basen auf ihr ist sie ${size2} ± ${sigma} groß (die Basen dieser Schachtel weichen um ${scale} % vom Nennmaß ab).`,
  'measure-mat-again-check': 'Die Matte noch einmal messen, oder prüfen, ob ihr Rand und nicht eine gedruckte Linie gefunden wurde.',
  'length-contradicts-mat': (widthMm, depthMm, sigmaMm, seenMm, lengthMm, sigma) =>
    `Die Matte ist mit ${widthMm} × ${depthMm} mm ± ${sigmaMm} angegeben; danach wäre das Lineal oder die Schablone auf ihr ${seenMm} mm lang, es sind aber ${lengthMm} ± ${sigma} mm.`,
  'measure-mat-again-lay':
    'Die Matte noch einmal messen, oder das Lineal flach auf sie legen; es wegnehmen, wenn es nicht das Reichweitenlineal des Spiels ist.',
  'corners-wrong': (wrong) => `Die Ecken der Matte: ${wrong}`,
  'mark-them-again': 'Sie noch einmal markieren.',
  'picture-too-small': (widthPx, heightPx, minFramePx, minShortPx, matMm) =>
    `Das Bild hat ${widthPx}×${heightPx} px; mindestens ${minFramePx} px auf der langen und ${minShortPx} auf der kurzen Seite sind nötig, um eine Basis auf einer Matte von ${matMm} mm zu sehen.`,
  'use-cameras-full-resolution': 'Die volle Auflösung der Kamera verwenden, 1920×1080 oder mehr.',
  'setup-of-another-shape': (widthPx, heightPx, widthPx2, heightPx2) =>
    `Die Einrichtung wurde mit Bildern von ${widthPx}×${heightPx} px gemacht, dieses hat ${widthPx2}×${heightPx2} px: Ihr Objektiv wurde nicht verwendet.`,
  'choose-resolution-table-set': 'Die Auflösung wählen, mit der der Tisch eingerichtet wurde, oder ihn neu einrichten.',
  'setup-kept-no-table': (found) =>
    `Mit der gespeicherten Einrichtung ist in diesem Bild kein Tisch zu finden${found}; es wurde ohne sie gemessen.`,
  'mat-border-unsure': (why) => `Keine Matte im Bild, der zu trauen ist: ${why}`,
  'border-confirmed-sides-picture': (confirmed, sides) => `der Rand wurde an ${confirmed} der ${sides} Seiten im Bild bestätigt.`,
  'clear-mats-border-light': 'Den Rand der Matte freiräumen, ihn gleichmäßig beleuchten, oder die Ecken der Matte antippen.',
  'seen-bases-no-place': 'nach dem, was von ihr und den Basen zu sehen ist, ist kein Ort auf 8 mm bekannt.',
  'show-all-four-sides': 'Alle vier Seiten der Matte zeigen, ihre Größe angeben, oder ihre Ecken antippen.',
  'no-two-opposite-sides':
    'keine zwei gegenüberliegenden Seiten ihres Rands sind zu sehen, und zu wenige Basen, um zu wissen, wie groß alles ist.',
  'show-third-side-mat': 'Eine dritte Seite der Matte zeigen, oder ihre Ecken antippen.',
  'too-few-sides-border': 'es sind zu wenige Seiten ihres Rands zu sehen, um zu sagen, wo auf ihr die Basen stehen.',
  'corners-marked-not-those': 'die markierten Ecken sind nicht die des Rands, der zu sehen ist.',
  'drag-them-mats-corners': 'Sie auf die Ecken der Matte ziehen, alle vier markieren, oder sie weglassen.',
  'looks-like-side-border': 'was wie eine Seite ihres Rands aussieht, ist eine aufgedruckte Linie, denn die Matte geht dahinter weiter.',
  'show-all-four-sides-mat': 'Alle vier Seiten der Matte zeigen, oder ihre Ecken antippen.',
  'several-edges-may-border': (scaleSigma, shiftSigmaMm) =>
    `mehrere Kanten können ihr Rand sein; ihr Maßstab ist um ${scaleSigma} % unsicher und ihr Ort um ${shiftSigmaMm} mm.`,
  'show-all-four-sides-mat-light': 'Alle vier Seiten der Matte zeigen, ihren Rand gleichmäßig beleuchten, oder ihre Ecken antippen.',
  'looks-like-border-would': (fx, focalPx) =>
    `was wie ihr Rand aussieht, bräuchte eine Brennweite von ${fx} px; erwartet sind etwa ${focalPx} px.`,
  'marked-border-would': (fx, focalPx) =>
    `ihr Rand, wo er markiert ist, bräuchte eine Brennweite von ${fx} px; erwartet sind etwa ${focalPx} px.`,
  'show-all-four-sides-mat-check':
    'Alle vier Seiten der Matte zeigen, prüfen, ob die Objektivdatei zu dieser Kamera gehört, oder die Ecken der Matte antippen.',
  'check-marks-and-lens':
    'Prüfen, ob die Marken auf den Ecken und Kanten der Matte liegen. Ist es so, die lineare oder normale Ansicht der Kamera wählen und prüfen, ob die Objektivdatei zu ihr gehört.',
  'lens-fisheye': (k1, maxK1) =>
    `Das Objektiv krümmt gerade Linien mehr, als sich messen lässt: Sein k1 ist ${k1}, höchstens ${maxK1} in beide Richtungen wird erwartet. Es ist wohl ein Fischauge.`,
  'lens-bent-by-marks': (k1, maxK1) =>
    `Um die Matte da zu zeigen, wo sie markiert ist, müsste das Objektiv gerade Linien mehr krümmen, als sich messen lässt: Sein k1 wäre ${k1}, höchstens ${maxK1} in beide Richtungen wird erwartet. Eine Marke liegt wohl falsch, es sei denn, die Kamera hat ein Fischauge.`,
  'choose-cameras-linear-normal': 'Die lineare oder normale Ansicht der Kamera wählen, oder eine andere Kamera verwenden.',
  'seen-border-found-bases': (agreement, agreement2, barely) =>
    `mit dem gefundenen Rand gesehen sind die ${agreement} Basen nicht quadratisch (Übereinstimmung ${agreement2} %, nötig ${barely} %).`,
  'border-not-seen-bases': (baseCost, maxBaseCost) =>
    `ihr Rand ist nicht zu sehen, und die Basen im Bild passen nicht zueinander (${baseCost} je Basis unerklärt, höchstens ${maxBaseCost} erwartet).`,
  'show-least-three-sides': 'Mindestens drei Seiten der Matte zeigen, auf diesem Bild oder einem weiteren, oder ihre Ecken antippen.',
  'bases-picture-do-not': 'die Basen im Bild passen nicht zu dem, was wie ihr Rand aussieht.',
  'mm-entered': (widthMm, depthMm, maxUnusualMm) => `${widthMm} × ${depthMm} ± ${maxUnusualMm} mm wie angegeben`,
  'mm-3-ft-each': (matMm, maxUnusualMm) => `${matMm} ± ${maxUnusualMm} mm (3 Fuß) in jede Richtung`,
  'looks-like-border-mm': (widthMm, depthMm, expectedSize) =>
    `was wie ihr Rand aussieht, ist nach den Basen auf ihr ${widthMm} × ${depthMm} mm groß; erwartet: ${expectedSize}.`,
  'show-all-four-sides-mat-tap':
    'Alle vier Seiten der Matte zeigen, ihre Ecken (noch einmal) antippen, oder bei einer Matte anderer Größe das gedruckte Blatt daneben legen.',
  'too-little-mat': 'Zu wenig von der Matte',
  'no-mat': 'Keine Matte',
  'view-bases-measured-relative': (seen) =>
    `${seen} im Bild: Die Basen werden zueinander gemessen. Wo der Tischrand ist, ist nicht bekannt. Nach dem, was zu sehen ist, können alle von anderer Größe sein, sodass keine Entfernung zwischen ihnen sicher ist.`,
  'view-bases-measured-relative-each': (seen) =>
    `${seen} im Bild: Die Basen werden zueinander gemessen. Wo der Tischrand ist, ist nicht bekannt.`,
  'take-picture-whole-mat': 'Auch ein Bild der ganzen Matte aufnehmen, oder eine Basis anderer Größe zeigen.',
  'corners-off-edges': (awayMm) =>
    `Die Kanten, die zu sehen sind, laufen bis zu ${awayMm} mm an den markierten Ecken vorbei. Die markierten Ecken gelten, und was gemessen wird, ist um so viel ungenauer.`,
  'check-corners-magnifier-if':
    'Die Ecken in der Lupe prüfen. Stimmen sie, so liegt eine Linie neben der Kante der Matte, und sonst ist nichts zu tun.',
  'corners-off-bases': (byBases, expected) =>
    `Die markierten Ecken passen nicht zu den Schiffen: Nach der Größe ihrer Basen ist die markierte Fläche etwa ${byBases} groß, erwartet sind ${expected}. Beides zählt, sodass alle Entfernungen weniger sicher sind.`,
  'mark-outer-corners':
    'Die Marken auf die äußeren Ecken der Matte setzen, nicht auf einen Rahmen, der innen gedruckt ist. Stimmen sie, die Matte messen und ihre Größe angeben.',
  'mat-not-found': (overlap, minOverlap) =>
    `Im Bild ist nichts, woran gemessen werden kann: weder drei Seiten einer quadratischen Spielmatte (beste Übereinstimmung ${overlap} %, nötig ${minOverlap} %) noch zwei deutlich sichtbare Schiffe.`,
  'show-mat-or-ships':
    'Die Matte mit freiem Rand zeigen, die Kamera nah über zwei oder mehr Schiffe halten oder die Ecken der Matte antippen.',
  'print-repeats':
    'Der Druck der Matte wiederholt sich, sodass mehrere Stellen gleich aussehen: Welche davon das Bild zeigt, bleibt offen.',
  'show-mats-border-whole': 'In jedem Bild den Rand der Matte oder die ganze Matte zeigen.',
  'print-not-matched': 'Keine zwei Bilder zeigen denselben Teil des Drucks einer Matte, soweit sich ihr Druck vergleichen lässt.',
  'take-pictures-overlap-half':
    'Bilder aufnehmen, die sich zur Hälfte überlappen, scharf und ohne Spiegelung; ein einfarbiges Tuch hat keinen Druck zum Vergleichen.',
  'ships-all-elsewhere':
    'Kein Schiff oder Hindernis dieses Bilds ist, wo in den anderen eines ist: Seine Schiffe haben sich alle bewegt, oder es zeigt einen anderen Tisch mit so einer Matte. Zwischen dem, was es zeigt, und dem, was sie zeigen, ist nichts sicher.',
  'show-one-that-stood':
    'Ein Bild aufnehmen, das auch ein Schiff zeigt, das sich nicht bewegt hat, oder ein Hindernis, das die anderen zeigen.',
  'picture-mirrored': 'Das Bild zeigt den Druck der Matte spiegelverkehrt.',
  'switch-cameras-mirroring-off': 'Die Spiegelung der Kamera ausschalten, oder das Bild noch einmal ohne sie aufnehmen.',
  'picture-shows-no-part':
    'Das Bild zeigt keinen Teil des Drucks, den die anderen Bilder zeigen: eine andere Matte, oder zu wenig von dieser.',
  'leave-out-take-again': 'Es weglassen, oder noch einmal mit mehr vom Druck im Bild aufnehmen, scharf und ohne Spiegelung.',
  'lens-unsure': (percent, percent2) => `Die Brennweite ist um ${percent} unsicher; höchstens ${percent2} sind brauchbar.`,
  'add-pictures-sheet-seen': 'Bilder des Blatts hinzufügen, um 30° bis 50° geneigt, von mehreren Seiten, das Blatt so groß wie möglich.',
  'pictures-corners-lens-unsure': (cornerPx, maxCornerSigma) =>
    `In den Ecken des Bilds ist das Objektiv um ${cornerPx} px unsicher; höchstens ${maxCornerSigma} px sind brauchbar.`,
  'add-pictures-sheet-near': 'Bilder mit dem Blatt nahe jeder Seite und Ecke des Bilds hinzufügen.',
  'setup-finds-nothing': 'Mit der gespeicherten Einrichtung ist in diesem Bild kein Tisch zu finden; es wurde ohne sie gemessen.',
  'setup-finds-nothing-because': (why) =>
    `Mit der gespeicherten Einrichtung ist in diesem Bild kein Tisch zu finden (${why}); es wurde ohne sie gemessen.`,
  'edge-too-short': (side) => `die beiden Stellen auf Rand ${side} liegen zu nah beieinander für eine Linie`,
  'edge-outside-picture': 'eine Stelle auf einem Rand liegt außerhalb des Bildes',
  'too-few-edges':
    'sie sagen nicht, wo die Matte liegt: Drei Ränder genügen, oder zwei Ecken mit den Rändern, die von ihnen abgehen, oder vier Ecken',
  'too-few-corners': (count) =>
    `${count} Ecken der Matte sind angegeben, erwartet werden mindestens zwei: Andere können mit „-“ wegbleiben, wo sie nicht im Bild sind.`,
  'squeezed-perhaps': (widthPx, heightPx) =>
    `Falls dieses Bild von ${widthPx} × ${heightPx} px aus dem Film eines Camcorders ist, sind seine Pixel nicht quadratisch und Orte darin unsicher.`,
  'save-as-it-is-shown': 'Das Bild so breit speichern, wie der Film gezeigt wird, meist 1920 × 1080 px, oder das Video selbst öffnen.',
  'hidden-too-much': 'Nicht gemessen: zu viel ist verdeckt.',
  'place-unsure': (mm) => `Nicht gemessen: Sein Ort ist um mehr als ${mm} mm unsicher.`,
  'perhaps-base': 'Basis?',
  'perhaps-obstacle': 'Hindernis?',
  'obstacle-was-there': 'Hindernis? Es war dort schon zu sehen.',
  'base-was-there': 'Basis? Sie stand dort; ein späteres Bild der Stelle zeigt sie nicht.',
};
