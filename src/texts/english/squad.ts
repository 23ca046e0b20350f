/** Texts of squads. */
export const SQUAD = {
  'the-squad': (fieldOf: string) => `the squad “${fieldOf}”`,
  ships: (count: string) => (count === '1' ? '1 ship' : `${count} ships`),
  'open-yasb-choose-xws':
    'Open it in YASB, choose “Print/Export”, then “XWS”, and paste that text here. Its printed sheet has it as a code, too. Nothing is fetched from the network.',
  'open-lbn-choose-xws':
    'Open it in Launch Bay Next and choose “XWS” among its exports: that copies the squad; paste it here. Nothing is fetched from the network.',
  'squad-link-empty': (host: string) => `This link to ${host} does not contain the squad itself.`,
  'open-choose-export-xws-json':
    'Open it, choose the export as XWS (JSON), and paste that text or open that file here. Nothing is fetched from the network.',
  'squad-builder-choose-export': 'In the squad builder, choose the export as XWS (JSON), and paste that text or open that file here.',
  'no-squad-text-empty': 'There is no squad: the text is empty.',
  'got-text-letters-expected': (text: string, maxLetters: string) =>
    `Got a text of ${text} characters, expected a squad of at most ${maxLetters}.`,
  'squad-cut-off-after': (text: string, text2: string) => `The squad was cut off after ${text} characters: it ends in “${text2}”.`,
  'copy-whole-text-from': 'Copy the whole text from the builder again.',
  'squad-no-valid-json': 'The squad is not valid JSON.',
  'no-squad': (shown: string) => `This is not a squad: “${shown}”.`,
  'no-squad-xws-format': (problem: string) => `This is not a squad in the XWS format: ${problem}`,
  'squad-first-edition-hashmark':
    'This is a squad of the first edition. Hashmark plays the second edition: its ships and cards are not imported.',
  'names-no-faction': 'It names no faction.',
  'faction-not-known': (written: string) => `The faction “${written}” is not known.`,
  'obstacle-not-known': (xws: string) => `The obstacle “${xws}” is not known.`,
  'field-not-known': (field: string) => `The field “${field}” is not known.`,
  'huge-ship-program-does': (ship: string) =>
    `“${ship}” is a huge ship: add it by hand and choose “huge” as its base. What can be measured for it, and what cannot yet, is explained there.`,
  'pilot-flies-several-ships': (pilotXws: string, mayBe: string) =>
    `The pilot “${pilotXws}” flies several ships, and the squad does not say which: ${mayBe}. Enter base, dial and numbers by hand.`,
  'ship-not-known-base': (ship: string) => `The ship “${ship}” is not known: enter base, dial and numbers by hand.`,
  'pilot-not-known-squad': (pilotXws: string) =>
    `The pilot “${pilotXws}” is not known, and the squad names no ship for it: enter base, dial and numbers by hand.`,
  'ship-not-known-pilot': (ship: string, known: string) =>
    `The ship “${ship}” is not known: its pilot flies the ${known}, so it counts as one.`,
  'pilot-not-known-initiative': (pilotXws: string, known: string) =>
    `The pilot “${pilotXws}” of the ${known} is not known: enter the initiative by hand.`,
  'initiative-another-ship-entered': (pilot: string) => `The initiative of ${pilot} is that of another ship: enter it by hand.`,
  'applied-hand-text-says': (known: string) => `Apply by hand, as its text says: ${known}.`,
  'not-counted-because-not': (others: string) => `Not counted because unknown: ${others}.`,
  'squad-link-numbers': (builder: string, holds: string) =>
    `This link of ${builder} holds ${holds}, but names its ships by the builder’s own numbers, which are not known here.`,
  'squad-link-only-numbers': (builder: string) =>
    `This link of ${builder} names its ships by the builder’s own numbers, which are not known here.`,
};
