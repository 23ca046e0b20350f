import type { SQUAD as ENGLISH } from '../english/squad.js';
import type { Translated } from '../phrase.js';

/** Texts of squads, in German. */
export const SQUAD: Translated<typeof ENGLISH> = {
  'the-squad': (fieldOf) => `die Staffel „${fieldOf}“`,
  ships: (count) => (count === '1' ? '1 Schiff' : `${count} Schiffe`),
  'open-yasb-choose-xws':
    'Ihn in YASB öffnen, „Print/Export“ und dann „XWS“ wählen und diesen Text hier einfügen. Auf seinem gedruckten Blatt steht er auch als Code. Aus dem Netz wird nichts geholt.',
  'open-lbn-choose-xws':
    'Ihn in Launch Bay Next öffnen und unter den Exporten „XWS“ wählen: Das kopiert die Staffel, um sie hier einzufügen. Aus dem Netz wird nichts geholt.',
  'squad-link-empty': (host) => `Dieser Link zu ${host} enthält selbst keine Staffel.`,
  'open-choose-export-xws-json':
    'Ihn öffnen, den Export als XWS (JSON) wählen und diesen Text oder diese Datei hier angeben. Aus dem Netz wird nichts geholt.',
  'squad-builder-choose-export': 'Im Staffel-Editor den Export als XWS (JSON) wählen und diesen Text oder diese Datei hier angeben.',
  'no-squad-text-empty': 'Hier ist keine Staffel: Der Text ist leer.',
  'got-text-letters-expected': (text, maxLetters) =>
    `Der Text hat ${text} Zeichen, erwartet wird eine Staffel von höchstens ${maxLetters}.`,
  'squad-cut-off-after': (text, text2) => `Die Staffel wurde nach ${text} Zeichen abgeschnitten: Sie endet mit „${text2}“.`,
  'copy-whole-text-from': 'Den ganzen Text noch einmal aus dem Editor kopieren.',
  'squad-no-valid-json': 'Die Staffel ist kein gültiges JSON.',
  'no-squad': (shown) => `Das ist keine Staffel: „${shown}“.`,
  'no-squad-xws-format': (problem) => `Das ist keine Staffel im XWS-Format: ${problem}`,
  'squad-first-edition-hashmark':
    'Das ist eine Staffel der ersten Edition. Hashmark spielt die zweite Edition: Von ihren Schiffen und Karten wird nichts übernommen.',
  'names-no-faction': 'Sie nennt keine Fraktion.',
  'faction-not-known': (written) => `Die Fraktion „${written}“ ist nicht bekannt.`,
  'obstacle-not-known': (xws) => `Das Hindernis „${xws}“ ist nicht bekannt.`,
  'field-not-known': (field) => `Das Feld „${field}“ ist nicht bekannt.`,
  'huge-ship-program-does': (ship) =>
    `„${ship}“ ist ein riesiges Schiff: Es von Hand hinzufügen und „riesig“ als Basis wählen. Was sich mit ihm messen lässt und was noch nicht, steht dort.`,
  'pilot-flies-several-ships': (pilotXws, mayBe) =>
    `Der Pilot „${pilotXws}“ fliegt mehrere Schiffe, und die Staffel sagt nicht, welches: ${mayBe}. Basis, Scheibe und Zahlen sind von Hand einzugeben.`,
  'ship-not-known-base': (ship) => `Das Schiff „${ship}“ ist nicht bekannt: Basis, Scheibe und Zahlen sind von Hand einzugeben.`,
  'pilot-not-known-squad': (pilotXws) =>
    `Der Pilot „${pilotXws}“ ist nicht bekannt, und die Staffel nennt kein Schiff für ihn: Basis, Scheibe und Zahlen sind von Hand einzugeben.`,
  'ship-not-known-pilot': (ship, known) => `Das Schiff „${ship}“ ist nicht bekannt: Nach seinem Piloten gilt es als ${known}.`,
  'pilot-not-known-initiative': (pilotXws, known) =>
    `Der Pilot „${pilotXws}“ des ${known} ist nicht bekannt: Die Initiative ist von Hand einzugeben.`,
  'initiative-another-ship-entered': (pilot) => `Die Initiative von ${pilot} ist die eines anderen Schiffs: Sie ist von Hand einzugeben.`,
  'applied-hand-text-says': (known) => `Von Hand anzuwenden, wie der Text es sagt: ${known}.`,
  'not-counted-because-not': (others) => `Nicht gezählt, weil nicht bekannt: ${others}.`,
  'squad-link-numbers': (builder, holds) =>
    `Dieser Link von ${builder} enthält ${holds}, nennt seine Schiffe aber mit eigenen Nummern des Editors, die hier nicht bekannt sind.`,
  'squad-link-only-numbers': (builder) =>
    `Dieser Link von ${builder} nennt seine Schiffe mit eigenen Nummern des Editors, die hier nicht bekannt sind.`,
};
