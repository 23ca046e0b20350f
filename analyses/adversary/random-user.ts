import { movableOf } from '../../src/app/state/movable.js';
import { placeThere } from '../../src/app/state/placing.js';
import { TableSession } from '../../src/app/state/table-session.js';
import { report } from '../../src/judge/report/report.js';
import type { PairReport } from '../../src/judge/report/report-file.js';
import { BASE_SIZES } from '../../src/pieces/base-size.js';
import type { Ship, Table } from '../../src/table/table.js';
import { type Lying, normalOf, pictureOf, type Random, randomOf, trueTable } from './true-table.js';

/** A certain answer on the screen that the truth contradicts. */
export interface WrongAnswer {
  readonly seed: number;
  readonly action: number;
  readonly doing: string;
  readonly said: string;
  readonly truth: string;
}

export interface Adversary {
  readonly actions: number;
  /** Certain verdicts that were on the screen, of pairs of which the truth is known. */
  readonly certain: number;
  readonly wrong: readonly WrongAnswer[];
}

const ACTIONS_A_TABLE = 25;
/** A hand that means a place misses it by this, mm and rad: one standard deviation of either axis. */
const HAND = { mm: 4, rad: (4 * Math.PI) / 180 };

/**
 * A user who places, drags, turns, taps and dismisses at random on tables of which the truth is known, some ships of which the camera has missed; every
 * certain verdict of what is asked is held against the truth. What a hand places on something is fitted as the camera would fit it, after a while or not
 * at all; what it places on nothing is not.
 */
export function runAdversary(actions: number, seed: number): Adversary {
  const wrong: WrongAnswer[] = [];
  let [done, certain] = [0, 0];
  for (let table = 0; done < actions; table++) {
    const random = randomOf(seed + table);
    const lying = trueTable(random);
    const session = new TableSession(report, () => {});
    session.see(pictureOf(lying, random, 0));
    const user = new RandomUser(session, lying, random);
    for (let action = 0; action < ACTIONS_A_TABLE && done < actions; action++, done++) {
      const doing = user.act();
      for (const { isRight, said, truth } of user.certainties()) {
        certain += 1;
        if (!isRight) wrong.push({ seed: seed + table, action, doing, said, truth });
      }
    }
  }
  return { actions: done, certain, wrong };
}

class RandomUser {
  readonly #session: TableSession;
  readonly #lying: Lying;
  readonly #random: Random;
  #atMs = 0;
  /** What a person means by a ship that was placed: the true one there; undefined: there is none. */
  readonly #meant = new Map<string, Ship | undefined>();

  constructor(session: TableSession, lying: Lying, random: Random) {
    this.#session = session;
    this.#lying = lying;
    this.#random = random;
  }

  /** Does something; says what. */
  act(): string {
    const ways = [
      () => this.#choose(),
      () => this.#choose(),
      () => this.#addMissed(),
      () => this.#addAnywhere(),
      () => this.#drag(),
      () => this.#fit(),
      () => this.#fit(),
      () => this.#dismiss(),
      () => this.#lookAgain(),
      () => this.#resize(),
      () => this.#undo(),
    ];
    const doing = this.#one(ways)!();
    // Whoever asks, asks about something: the answer on the screen is that of two ships.
    while (this.#session.known.chosen.length < 2 && this.#session.known.ships.length >= 2) this.#choose();
    return doing;
  }

  /** The certain verdicts on the screen. */
  *certainties(): Generator<{ readonly isRight: boolean; readonly said: string; readonly truth: string }> {
    const { pair, answer, table } = this.#session.known;
    if (!pair || !answer) return;
    const truth = this.#truePair(pair.from, pair.to, table);
    for (const line of answer.lines.filter(({ isCertain }) => isCertain)) {
      const said = `${pair.from} to ${pair.to}: ${line.text}`;
      if (truth === 'no such ship') yield { isRight: false, said, truth };
      else if (line.about === 'range') {
        const ranges = [truth.closest.range, ...Object.values(truth.arcs).flatMap(({ attack }) => attack?.range ?? [])];
        yield { isRight: ranges.some((range) => line.text === titleOf(range)), said, truth: ranges.map(titleOf).join(', ') };
      } else if (line.about === 'arc') {
        const isIn = truth.arcs.front!.inArc.value;
        // Beyond range 3 only the lines of an arc go on.
        const saysIn = /^in |: only within its lines$/.test(line.text);
        const saysBeyond = answer.lines.some(({ about, text }) => about === 'range' && text === titleOf(4));
        const isRight = saysIn === isIn && (saysBeyond || !/only within/.test(line.text));
        yield { isRight, said, truth: isIn ? 'in arc' : 'not in arc' };
      } else if (!/^no attack/.test(line.text)) {
        const isObstructed = truth.arcs.front?.attack?.obstructed.value;
        yield {
          isRight: isObstructed === undefined || /^obstructed/.test(line.text) === isObstructed,
          said,
          truth: `obstructed: ${isObstructed}`,
        };
      }
    }
  }

  /** What is true of the two ships that are meant, each as it really stands, its heading as far as it is known. */
  #truePair(from: string, to: string, { ships, ...shown }: Table): PairReport | 'no such ship' {
    const real = [from, to].map((id) => this.#real(ships.find((ship) => ship.id === id)!));
    const [a, b] = real;
    if (!a || !b || a === b) return 'no such ship';
    const { obstacles, widthMm, depthMm } = this.#lying.table;
    const arcs = ships.find(({ id }) => id === from)!.arcs;
    const asked = [
      { ...a, id: from, arcs },
      { ...b, id: to },
    ];
    return report({ ...shown, widthMm, depthMm, obstacles, unmeasurable: [], ships: asked, jointCovariance: new Array<number>(36).fill(0) })
      .pairs[0]!;
  }

  #real(ship: Ship): Ship | undefined {
    if (this.#meant.has(ship.id)) return this.#meant.get(ship.id);
    return this.#lying.table.ships.find(({ pose }) => Math.hypot(pose.x - ship.pose.x, pose.y - ship.pose.y) < 15);
  }

  #choose(): string {
    const ship = this.#one(this.#session.known.table.ships);
    if (!ship) return 'taps nothing';
    this.#session.choose(ship.id);
    return `taps ${ship.id}`;
  }

  #addMissed(): string {
    const missed = this.#one(this.#lying.missed);
    if (!missed || [...this.#meant.values()].includes(missed)) return 'finds nothing missing';
    const id = this.#session.newShipId();
    this.#meant.set(id, missed);
    const pose = this.#byHand(missed.pose);
    if (this.#random() < 0.5) this.#session.edit({ kind: 'add', shipId: id, base: missed.base, pose });
    else placeThere(this.#session, { at: pose, is: 'ship by hand', base: this.#one(BASE_SIZES)! });
    return `adds the missed ${missed.base} ship as ${id}`;
  }

  #addAnywhere(): string {
    const { widthMm, depthMm } = this.#lying.table;
    const id = this.#session.newShipId();
    const pose = { x: widthMm * this.#random(), y: depthMm * this.#random(), headingRad: 0 };
    this.#meant.set(id, undefined);
    this.#session.edit({ kind: 'add', shipId: id, base: this.#one(BASE_SIZES)!, pose });
    return `adds ${id} on bare mat`;
  }

  #drag(): string {
    const ship = this.#one(this.#session.known.table.ships);
    const thing = ship && movableOf(this.#session.known, ship.id);
    if (!ship || !thing) return 'drags nothing';
    const real = this.#real(ship);
    this.#meant.set(ship.id, real);
    this.#session.edit(thing.edit(this.#byHand(real?.pose ?? ship.pose), `drag ${this.#random()}`));
    return `drags ${ship.id}`;
  }

  /** The camera fits what a hand placed, where there is such a ship within reach. */
  #fit(): string {
    const shown = this.#one(this.#session.known.ships.filter(({ ship, said }) => said && ship.isByHand));
    if (!shown?.said) return 'waits';
    const { said, ship } = shown;
    const real = this.#meant.get(ship.id);
    const isThere = real && real.base === ship.base && Math.hypot(real.pose.x - said.x, real.pose.y - said.y) < 25;
    if (!isThere) return 'waits for a fit that does not come';
    const { sigmaMm, sigmaRad } = this.#lying;
    const [dx, dy, dh] = [normalOf(this.#random), normalOf(this.#random), normalOf(this.#random)];
    const pose = { x: real.pose.x + dx * sigmaMm, y: real.pose.y + dy * sigmaMm, headingRad: real.pose.headingRad + dh * sigmaRad };
    const covariance = { xx: sigmaMm ** 2, xy: 0, xh: 0, yy: sigmaMm ** 2, yh: 0, hh: sigmaRad ** 2 };
    this.#session.fitShip(ship.id, { base: ship.base, pose, covariance, said });
    return `${ship.id} is fitted`;
  }

  #dismiss(): string {
    const doubt = this.#one(this.#session.known.table.unmeasurable ?? []);
    if (!doubt) return 'dismisses nothing';
    // What a person says is believed: this one looks before saying that nothing is there.
    if (this.#lying.doubts.includes(doubt.at)) placeThere(this.#session, { at: doubt.at, is: 'nothing' });
    return 'dismisses a question mark';
  }

  #lookAgain(): string {
    this.#atMs += 1000;
    this.#session.see(pictureOf(this.#lying, this.#random, this.#atMs));
    return 'the camera looks again';
  }

  #resize(): string {
    const ship = this.#one(this.#session.known.table.ships);
    if (!ship) return 'resizes nothing';
    this.#meant.set(ship.id, this.#real(ship));
    this.#session.edit({ kind: 'size', shipId: ship.id, base: this.#one(BASE_SIZES)! });
    return `says another size of ${ship.id}`;
  }

  #undo(): string {
    if (this.#random() < 0.7) this.#session.undo();
    else this.#session.redo();
    return 'takes back or says again';
  }

  #byHand({ x, y, headingRad }: Ship['pose']) {
    const at = (value: number, sigma: number) => value + sigma * normalOf(this.#random);
    return { x: at(x, HAND.mm), y: at(y, HAND.mm), headingRad: at(headingRad, HAND.rad) };
  }

  #one<T>(some: readonly T[]): T | undefined {
    return some[Math.floor(this.#random() * some.length)];
  }
}

const titleOf = (range: number) => (range === 0 ? 'Range 0: touching' : range > 3 ? 'Beyond range 3' : `Range ${range}`);
