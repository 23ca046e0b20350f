import type { PHOTOS as ENGLISH } from '../english/photos.js';
import type { Translated } from '../phrase.js';

export const PHOTOS: Translated<typeof ENGLISH> = {
  'photo-unreadable': (title, type) => `${title} ist kein Bild, das dieser Browser lesen kann (${type}).`,
  'expected-jpeg-png-webp':
    'Erwartet wird jpeg, png oder webp. Eine Zip-Datei erst entpacken; was ein Bildprogramm öffnen kann, als eins davon speichern.',
  'photo-heic': (title) => `${title} ist ein Foto in Apples Format HEIC, das dieser Browser nicht lesen kann.`,
  'photo-raw': (title) => `${title} ist eine Rohdatei einer Kamera, die kein Browser lesen kann.`,
  'save-raw-as-jpeg': 'Sie in einem Bildprogramm als JPEG speichern, oder die Kamera auf JPEG stellen.',
  'photo-cut-off': (title) => `${title} ist beschädigt oder abgeschnitten: Nur ein Teil des Bilds konnte gelesen werden.`,
  'copy-file-again-from': 'Die Datei noch einmal von Kamera oder Telefon kopieren und wieder öffnen.',
  'photo-too-large': (widthPx, heightPx, largestPx) =>
    `Das Foto hat ${widthPx} × ${heightPx} Pixel; höchstens ${largestPx} auf der längeren Seite lassen sich messen.`,
  'save-smaller-pixels-longer': (measuredPx) =>
    `Es kleiner speichern (${measuredPx} Pixel auf der längeren Seite verlieren nichts) und wieder öffnen.`,
  'save-as-jpeg':
    'Auf dem iPhone Einstellungen, Kamera, Formate, „Maximale Kompatibilität“ wählen, oder das Foto per Mail oder als Datei „JPEG“ teilen: Dann ist es eins. Auch Bildprogramme speichern es als JPEG.',
  'last-of-jpegs': (title, pictures) =>
    `${title} enthält ${pictures} Bilder hintereinander. Gezeigt wird das letzte ganze: der Tisch, wie er am Ende war.`,
  'no-browser-plays-jpegs':
    'Kein Browser spielt eine solche Datei ab. Um sie laufen zu sehen, in mp4 umwandeln; die Befehlszeile misst ihre letzten zehn Bilder zusammen.',
};
