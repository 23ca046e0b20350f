import { readArray, readNumber, readObject, readOneOf, readString, refuse } from '../table/json-door.js';

/** Farther than any two things on any table are apart, mm. */
const MAX_MM = 1e5;
const RANGES = [0, 1, 2, 3, 4] as const;

/**
 * Checks a report (report.schema.json) as it comes over the wire; throws on the first thing that does not fit. Fields that the schema
 * leaves open may be absent, but what is there has its kind and its bounds: a viewer shows it as it comes.
 */
export function checkReport(value: unknown): void {
  const report = readObject(value, 'report');
  if (report.format !== 'hashmark-report') refuse('report.format', report.format, 'hashmark-report', 'Compare with report.schema.json.');
  if (report.version !== 1) refuse('report.version', report.version, '1', 'Update Hashmark.');
  for (const [i, pair] of readArray(report.pairs, 'report.pairs').entries()) checkPair(pair, `report.pairs[${i}]`);
  if (report.ships === undefined) return;
  for (const [i, ship] of readArray(report.ships, 'report.ships').entries()) checkShip(ship, `report.ships[${i}]`);
}

function checkPair(value: unknown, where: string): void {
  const pair = readObject(value, where);
  readString(pair.from, `${where}.from`);
  readString(pair.to, `${where}.to`);
  checkRange(pair.closest, `${where}.closest`);
  checkJudgement(pair.touching, `${where}.touching`);
  for (const [name, one] of Object.entries(readObject(pair.arcs, `${where}.arcs`))) {
    const at = `${where}.arcs.${name}`;
    const arc = readObject(one, at);
    checkJudgement(arc.inArc, `${at}.inArc`);
    if (arc.byPrintedLines !== undefined) checkJudgement(arc.byPrintedLines, `${at}.byPrintedLines`);
    if (arc.attack !== null) checkAttack(arc.attack, `${at}.attack`);
  }
}

function checkAttack(value: unknown, where: string): void {
  checkRange(value, where);
  const { obstructed, by, choice, shipsOnLine } = readObject(value, where);
  if (obstructed !== undefined) checkJudgement(obstructed, `${where}.obstructed`);
  if (by !== undefined) checkNames(by, `${where}.by`);
  if (shipsOnLine !== undefined) checkNames(shipsOnLine, `${where}.shipsOnLine`);
  if (choice !== undefined) readBoolean(choice, `${where}.choice`);
}

function checkShip(value: unknown, where: string): void {
  const ship = readObject(value, where);
  readString(ship.id, `${where}.id`);
  checkNames(ship.overlaps, `${where}.overlaps`);
  checkJudgement(ship.offTable, `${where}.offTable`);
  for (const [i, one] of readArray(ship.objects ?? [], `${where}.objects`).entries()) {
    const object = readObject(one, `${where}.objects[${i}]`);
    readString(object.id, `${where}.objects[${i}].id`);
    checkRange(object.closest, `${where}.objects[${i}].closest`);
  }
}

function checkRange(value: unknown, where: string): void {
  const { mm, sigmaMm, range, probability, certain, fromMm, toMm } = readObject(value, where);
  readNumber(mm, `${where}.mm`, { min: 0, max: MAX_MM });
  if (sigmaMm !== undefined) readNumber(sigmaMm, `${where}.sigmaMm`, { min: 0, max: MAX_MM });
  readOneOf(range, RANGES, `${where}.range`);
  readBoolean(certain, `${where}.certain`);
  if (probability !== undefined) {
    for (const [key, one] of Object.entries(readObject(probability, `${where}.probability`))) readShare(one, `${where}.probability.${key}`);
  }
  if (fromMm !== undefined) checkPoint(fromMm, `${where}.fromMm`);
  if (toMm !== undefined) checkPoint(toMm, `${where}.toMm`);
}

function checkJudgement(value: unknown, where: string): void {
  const { value: answer, probability, certain, marginMm } = readObject(value, where);
  readBoolean(answer, `${where}.value`);
  readBoolean(certain, `${where}.certain`);
  if (probability !== undefined) readShare(probability, `${where}.probability`);
  if (marginMm !== undefined) readNumber(marginMm, `${where}.marginMm`, { min: -MAX_MM, max: MAX_MM });
}

function checkPoint(value: unknown, where: string): void {
  const point = readArray(value, where);
  if (point.length !== 2) refuse(where, value, 'two numbers, [x, y]', 'Compare with report.schema.json.');
  for (const [i, one] of point.entries()) readNumber(one, `${where}[${i}]`, { min: -MAX_MM, max: MAX_MM });
}

function checkNames(value: unknown, where: string): void {
  for (const [i, name] of readArray(value, where).entries()) readString(name, `${where}[${i}]`);
}

function readShare(value: unknown, where: string): void {
  readNumber(value, where, { min: 0, max: 1 });
}

function readBoolean(value: unknown, where: string): void {
  if (typeof value !== 'boolean') refuse(where, value, 'true or false', 'Compare with report.schema.json.');
}
