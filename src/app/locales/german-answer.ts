import type { AnswerWords } from '../../scene/words/answer-words.js';

/** Answers in German. */
export const GERMAN_ANSWER: AnswerWords = {
  arcs: {
    front: 'Frontwinkel',
    rear: 'Heckwinkel',
    left: 'Winkel links',
    right: 'Winkel rechts',
    fullFront: 'Frontwinkel (voll)',
    fullRear: 'Heckwinkel (voll)',
    bullseye: 'Bullseye',
  },
  obstacles: { asteroid: 'Asteroid', debris: 'Trümmerwolke', gas: 'Gaswolke' },
  range: (range) => `Reichweite ${range}`,
  touching: 'Reichweite 0: Berührung',
  beyond: 'Jenseits von Reichweite 3',
  ranges: (ranges, isBeyond) => {
    const words = ranges.map((range, index) => {
      if (isBeyond(range)) return index === 0 ? 'Jenseits von Reichweite 3' : 'jenseits';
      return index === 0 || isBeyond(ranges[0]!) ? `Reichweite ${range}` : String(range);
    });
    return words.length < 3 ? words.join(' oder ') : `${words.slice(0, -1).join(', ')} oder ${words.at(-1)}`;
  },
  perhaps: (title) => `Vielleicht ${title}`,
  inside: (title) => title.replace(/^Jenseits/, 'jenseits'),
  noAttack: 'kein Angriff in Reichweite 0',
  inArc: (arc) => `im ${arc}`,
  notInArc: (arc) => `nicht im ${arc}`,
  inNoArc: 'in keinem Winkel',
  inArcOrNot: (inArc) => `${inArc} oder nicht`,
  outOrIn: (out) => `${out} oder doch`,
  obstructed: (by) => `versperrt${by && ` durch ${by}`}`,
  notObstructed: 'nicht versperrt',
  notObstructedByChoice: 'nicht versperrt, auf einer Linie nach Wahl des Angreifers',
  obstructedOrNot: 'versperrt oder nicht',
  clearOrNot: 'nicht versperrt oder doch',
  certain: 'sicher',
  yes: 'ja',
  no: 'nein',
  margin: (mm) => `, um ${mm} mm`,
  tooClose: 'zu knapp für ein Urteil',
  oddsInArc: (percent) => `: im Winkel ${percent}`,
  front: 'Vorderseite',
  frontOpen: 'nicht bekannt: unter Schiffe sagen, wohin es zeigt',
  printedLines: (arc) => `Gedruckte Linien, ${arc}`,
  tileRotated: (said, turn) => `${said}: das Plättchen ist in der Basis um${turn} verdreht; es zählt die Basis`,
  attackRange: (arc) => `Angriffsreichweite, ${arc}`,
  onTheLine: 'Auf der Linie',
  noDieFor: (names) => `${names}: kein Würfel dafür`,
  closest: 'Am nächsten, Basis zu Basis',
  untilItTurns: 'Bis es kippt',
  turnsAt: (mm, to) => `${mm} mm bis ${to}`,
  obstructionTurns: (mm) => `; Versperrung ${mm} mm`,
  moving: 'In Bewegung',
  notSeen: 'Jetzt nicht zu sehen',
  catchingUp: 'Wird nachgeholt',
  itWas: (when, what) => `Es war${when}: ${what}`,
  fromTo: (from, to) => `${from} zu ${to}`,
  or: 'oder',
  justNow: 'eben jetzt',
  ago: (count, unit) => `vor ${count} ${unit}`,
};
