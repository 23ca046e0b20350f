import type { SentencePair } from '../sentence.js';

/** What is said of pictures, lenses and mats, in German. */
export const PICTURES: readonly SentencePair[] = [
  [
    'The picture is blurred: its sharpest edges are {} px wide; at most {} can be measured.',
    'Das Bild ist unscharf: Seine schärfsten Kanten sind {} px breit; höchstens {} lassen sich messen.',
  ],
  [
    'Hold the camera still, on a stand if there is one, let it focus on the table, or give more light.',
    'Die Kamera ruhig halten, auf einem Stativ, wenn es eines gibt; sie auf den Tisch scharf stellen lassen, oder mehr Licht geben.',
  ],
  [
    'The calibration sheet and the rest of the table contradict each other (agreement {} %, needed {} %).',
    'Das Kalibrierblatt und der übrige Tisch widersprechen sich (Übereinstimmung {} %, nötig {} %).',
  ],
  [
    'Lay the sheet flat on the mat, check the length of its bar, or do without it.',
    'Das Blatt flach auf die Matte legen, die Länge seines Balkens prüfen, oder ohne es auskommen.',
  ],
  [
    'The lens was measured for pictures of {} px; this one has {} px.',
    'Das Objektiv wurde für Bilder von {} px gemessen; dieses hat {} px.',
  ],
  [
    'Use the lens of this camera at this resolution and this way up, or none.',
    'Das Objektiv dieser Kamera bei dieser Auflösung und Ausrichtung verwenden, oder keines.',
  ],
  ['The lens that was given does not fit this picture: {}', 'Das angegebene Objektiv passt nicht zu diesem Bild: {}'],
  ['its focal length is {} px; the table shows {} ± {} px.', 'seine Brennweite ist {} px; der Tisch zeigt {} ± {} px.'],
  [
    'with its distortion and centre the mat’s border and the bases are seen askew (squared residuals {} higher; at most {} are expected; k1 is {}, the table shows {}).',
    'mit seiner Verzeichnung und Mitte liegen der Rand der Matte und die Basen schief (quadrierte Abweichungen {} höher; höchstens {} werden erwartet; k1 ist {}, der Tisch zeigt {}).',
  ],
  [
    'Measure the lens of this camera, at this zoom and focus, with the calibration sheet, or do without it. If it is this camera’s, tap the mat’s corners.',
    'Das Objektiv dieser Kamera bei diesem Zoom und Fokus mit dem Kalibrierblatt messen, oder ohne es auskommen. Gehört es zu dieser Kamera, die Ecken der Matte antippen.',
  ],
  [
    '{} If the lens that was given is another camera’s, do without it.',
    '{} Gehört das angegebene Objektiv zu einer anderen Kamera, ohne es auskommen.',
  ],
  [
    'The setup that was kept does not fit this picture (squared residuals {} higher; at most {} are expected): it holds {}; the picture shows {}. It was measured without it.',
    'Die gespeicherte Einrichtung passt nicht zu diesem Bild (quadrierte Abweichungen {} höher; höchstens {} werden erwartet): Sie enthält {}; das Bild zeigt {}. Es wurde ohne sie gemessen.',
  ],
  ['focal length {} px, k1 {}', 'Brennweite {} px, k1 {}'],
  [
    'If another camera, zoom or mat is used, set the table up anew.',
    'Bei anderer Kamera, anderem Zoom oder anderer Matte den Tisch neu einrichten.',
  ],
  [
    'The mat was told to be {} ± {}; by the bases on it and its border it is {} ± {} (plastic of this box: {} % beside its nominal size).',
    'Die Matte soll {} ± {} groß sein; nach den Basen auf ihr und ihrem Rand ist sie {} ± {} (Plastik dieser Schachtel: {} % neben dem Nennmaß).',
  ],
  [
    'Measure the mat again, or check that its border and not a printed line was found.',
    'Die Matte noch einmal messen, oder prüfen, ob ihr Rand und nicht eine gedruckte Linie gefunden wurde.',
  ],
  [
    'The mat was told to be {} mm ± {}; by that the ruler or template on it would be {} mm long, it is {} ± {} mm.',
    'Die Matte soll {} mm ± {} groß sein; danach wäre das Lineal oder die Schablone auf ihr {} mm lang, es sind {} ± {} mm.',
  ],
  [
    'Measure the mat again, or lay the ruler flat on it; take it away if it is not the range ruler of the game.',
    'Die Matte noch einmal messen, oder das Lineal flach auf sie legen; es wegnehmen, wenn es nicht das Reichweitenlineal des Spiels ist.',
  ],
  ['The mat’s corners: {}', 'Die Ecken der Matte: {}'],
  ['Mark them again.', 'Sie noch einmal markieren.'],
  [
    'The picture is {} px; at least {} px on its long side and {} on its short one are needed to see a base on a {} mm mat.',
    'Das Bild hat {} px; mindestens {} px auf der langen und {} auf der kurzen Seite sind nötig, um eine Basis auf einer Matte von {} mm zu sehen.',
  ],
  ['Use the camera’s full resolution, 1920×1080 or more.', 'Die volle Auflösung der Kamera verwenden, 1920×1080 oder mehr.'],
  [
    'The setup was made with pictures of {} px, this one has {} px: its lens was not used.',
    'Die Einrichtung wurde mit Bildern von {} px gemacht, dieses hat {} px: Ihr Objektiv wurde nicht verwendet.',
  ],
  [
    'Choose the resolution that the table was set up with, or set it up anew.',
    'Die Auflösung wählen, mit der der Tisch eingerichtet wurde, oder ihn neu einrichten.',
  ],
  [
    'With the setup that was kept no table is found in this picture{}; it was measured without it.',
    'Mit der gespeicherten Einrichtung ist in diesem Bild kein Tisch zu finden{}; es wurde ohne sie gemessen.',
  ],
  ['No mat in view that can be trusted: {}', 'Keine Matte im Bild, der zu trauen ist: {}'],
  ['the border was confirmed on {} of the {} sides in the picture.', 'der Rand wurde an {} der {} Seiten im Bild bestätigt.'],
  [
    'Clear the mat’s border, light it evenly, or tap the mat’s corners.',
    'Den Rand der Matte freiräumen, ihn gleichmäßig beleuchten, oder die Ecken der Matte antippen.',
  ],
  [
    'by what is seen of it and of the bases no place is known to 8 mm.',
    'nach dem, was von ihr und den Basen zu sehen ist, ist kein Ort auf 8 mm bekannt.',
  ],
  [
    'Show all four sides of the mat, tell its size, or tap its corners.',
    'Alle vier Seiten der Matte zeigen, ihre Größe angeben, oder ihre Ecken antippen.',
  ],
  [
    'no two opposite sides of its border are seen, and too few bases to tell how large everything is.',
    'keine zwei gegenüberliegenden Seiten ihres Rands sind zu sehen, und zu wenige Basen, um zu wissen, wie groß alles ist.',
  ],
  [
    'The edges that are seen pass the marked corners by up to {} mm.',
    'Die Kanten, die zu sehen sind, laufen bis zu {} mm an den markierten Ecken vorbei.',
  ],
  [
    'The marked corners count, and what is measured is as much less exact.',
    'Die markierten Ecken gelten, und was gemessen wird, ist um so viel ungenauer.',
  ],
  ['Check the corners in the magnifier.', 'Die Ecken in der Lupe prüfen.'],
  [
    'If they are right, there is a line beside the mat’s edge, and nothing else is to be done.',
    'Stimmen sie, so liegt eine Linie neben der Kante der Matte, und sonst ist nichts zu tun.',
  ],
  ['Show a third side of the mat, or tap its corners.', 'Eine dritte Seite der Matte zeigen, oder ihre Ecken antippen.'],
  [
    'too few sides of its border are seen to tell where on it the bases stand.',
    'zu wenige Seiten ihres Rands sind zu sehen, um zu sagen, wo auf ihr die Basen stehen.',
  ],
  [
    'the corners that were marked are not those of the border that is seen.',
    'die markierten Ecken sind nicht die des Rands, der zu sehen ist.',
  ],
  [
    'Drag them to the mat’s corners, mark all four, or leave them out.',
    'Sie auf die Ecken der Matte ziehen, alle vier markieren, oder sie weglassen.',
  ],
  [
    'what looks like a side of its border is a line printed on it, for the mat goes on beyond.',
    'was wie eine Seite ihres Rands aussieht, ist eine aufgedruckte Linie, denn die Matte geht dahinter weiter.',
  ],
  ['Show all four sides of the mat, or tap its corners.', 'Alle vier Seiten der Matte zeigen, oder ihre Ecken antippen.'],
  [
    'several edges may be its border; its scale is unsure by {} % and its place by {} mm.',
    'mehrere Kanten können ihr Rand sein; ihr Maßstab ist um {} % unsicher und ihr Ort um {} mm.',
  ],
  [
    'Show all four sides of the mat, light its border evenly, or tap its corners.',
    'Alle vier Seiten der Matte zeigen, ihren Rand gleichmäßig beleuchten, oder ihre Ecken antippen.',
  ],
  [
    'what looks like its border would need a focal length of {} px; expected about {} px.',
    'was wie ihr Rand aussieht, bräuchte eine Brennweite von {} px; erwartet sind etwa {} px.',
  ],
  [
    'Show all four sides of the mat, check that a lens file belongs to this camera, or tap the mat’s corners.',
    'Alle vier Seiten der Matte zeigen, prüfen, ob die Objektivdatei zu dieser Kamera gehört, oder die Ecken der Matte antippen.',
  ],
  [
    'The lens bends straight lines more than can be measured with: its k1 is {}, at most {} either way is expected. It is probably a fisheye.',
    'Das Objektiv krümmt gerade Linien mehr, als sich messen lässt: Sein k1 ist {}, höchstens {} in beide Richtungen wird erwartet. Es ist wohl ein Fischauge.',
  ],
  [
    'Choose the camera’s linear or normal view, or use another camera.',
    'Die lineare oder normale Ansicht der Kamera wählen, oder eine andere Kamera verwenden.',
  ],
  [
    'seen with the border that was found, the {} bases are not square (agreement {} %, needed {} %).',
    'mit dem gefundenen Rand gesehen sind die {} Basen nicht quadratisch (Übereinstimmung {} %, nötig {} %).',
  ],
  [
    'its border is not seen, and the bases in the picture do not fit each other ({} a base unexplained, at most {} expected).',
    'ihr Rand ist nicht zu sehen, und die Basen im Bild passen nicht zueinander ({} je Basis unerklärt, höchstens {} erwartet).',
  ],
  ['Show at least three sides of the mat, or tap its corners.', 'Mindestens drei Seiten der Matte zeigen, oder ihre Ecken antippen.'],
  ['the bases in the picture do not fit what looks like its border.', 'die Basen im Bild passen nicht zu dem, was wie ihr Rand aussieht.'],
  [
    'what looks like its border is {} mm by the bases on it; expected {}.',
    'was wie ihr Rand aussieht, ist nach den Basen auf ihr {} mm groß; erwartet: {}.',
  ],
  ['{} mm as told', '{} mm wie angegeben'],
  ['{} mm (3 ft) each way', '{} mm (3 Fuß) in jede Richtung'],
  [
    'Show all four sides of the mat, tap its corners (again), or lay the printed sheet beside a mat of another size.',
    'Alle vier Seiten der Matte zeigen, ihre Ecken (noch einmal) antippen, oder bei einer Matte anderer Größe das gedruckte Blatt daneben legen.',
  ],
  [
    '{} in view: the bases are measured relative to each other. The table’s edge is unknown.',
    '{} im Bild: Die Basen werden zueinander gemessen. Wo der Tischrand ist, ist nicht bekannt.',
  ],
  [
    '{} in view: the bases are measured relative to each other. The table’s edge is unknown. By what is seen of them they may all be of another size, so that no distance between them is sure.',
    '{} im Bild: Die Basen werden zueinander gemessen. Wo der Tischrand ist, ist nicht bekannt. Nach dem, was zu sehen ist, können alle von anderer Größe sein, sodass keine Entfernung zwischen ihnen sicher ist.',
  ],
  [
    'Take a picture of the whole mat as well, or show a base of another size.',
    'Auch ein Bild der ganzen Matte aufnehmen, oder eine Basis anderer Größe zeigen.',
  ],
  [' ({})', ' ({})'],
  ['Too little of the mat', 'Zu wenig von der Matte'],
  ['No mat', 'Keine Matte'],
  [
    'No mat in view: at least three sides of a square play mat are needed (best agreement {} %, needed {} %).',
    'Keine Matte im Bild: Mindestens drei Seiten einer quadratischen Spielmatte sind nötig (beste Übereinstimmung {} %, nötig {} %).',
  ],
  [
    'Move the camera until the mat and its border fill the picture, clear the border, or tap the mat’s corners.',
    'Die Kamera bewegen, bis die Matte mit ihrem Rand das Bild füllt, den Rand freiräumen, oder die Ecken der Matte antippen.',
  ],
  ['The focal length is unsure by {}; at most {} is of use.', 'Die Brennweite ist um {} unsicher; höchstens {} taugen etwas.'],
  [
    'Add pictures of the sheet seen at a slant of 30° to 50°, from several sides, with the sheet as large as it goes.',
    'Bilder des Blatts hinzufügen, um 30° bis 50° geneigt, von mehreren Seiten, das Blatt so groß wie möglich.',
  ],
  [
    'In the picture’s corners the lens is unsure by {} px; at most {} px is of use.',
    'In den Ecken des Bilds ist das Objektiv um {} px unsicher; höchstens {} px taugen etwas.',
  ],
  [
    'Add pictures with the sheet near each side and corner of the picture.',
    'Bilder mit dem Blatt nahe jeder Seite und Ecke des Bilds hinzufügen.',
  ],
];
