import type { BaseSize } from '../../pieces/base-size.js';
import { describeProfiles } from '../base-profile.js';
import { MINIATURES, TILES } from '../look/look-names.js';
import { isOfSplit } from '../look/look-row.js';
import { pickWeighted, type Random } from '../random.js';
import type {
  BaseProfile,
  MiniatureDescription,
  PlasticDescription,
  PlasticKind,
  Rgb,
  ShipDescription,
  Split,
  TileDescription,
} from '../table-description.js';
import { layOutShips, type Standing } from './lay-out-ships.js';

/** The ships of one table: where they stand and what they look like. */
export function describeShips(
  random: Random,
  split: Split,
  mat: { readonly widthMm: number; readonly depthMm: number },
  profiles: Readonly<Record<BaseSize, BaseProfile>>,
  count: number,
): ShipDescription[] {
  const standings = layOutShips(random, mat, count, split === 'demo');
  // Most tables have one kind of base; the plastic of one shop ages and scratches alike.
  const shared = split === 'demo' ? demoPlastic(random) : describePlastic(random);
  const mixed = split !== 'demo' && random.chance(0.25);
  const squads = [describeSquad(random, split), describeSquad(random, split)] as const;
  return standings.map((standing, i) => {
    const plastic = mixed ? describePlastic(random) : { ...shared, seed: random.seed() };
    return describeShip(random, split, standing, i, plastic, profiles[standing.base], squads[standing.owner - 1]!);
  });
}

/** The same ship on a base of another make: other plastic, other heights, a tile cut otherwise. */
export function ofOwnMake(ship: ShipDescription, random: Random, heightJitterMm: number): ShipDescription {
  return { ...ship, plastic: describePlastic(random), profile: describeProfiles(random, heightJitterMm)[ship.base] };
}

interface Squad {
  readonly tileFamily: string;
  readonly miniatures: readonly string[];
}

function describeSquad(random: Random, split: Split): Squad {
  const rows = MINIATURES.filter((row) => isOfSplit(row, split));
  return {
    tileFamily: pickWeighted(
      random,
      TILES.filter((row) => isOfSplit(row, split)),
    ).name,
    miniatures: [pickWeighted(random, rows).name, pickWeighted(random, rows).name, pickWeighted(random, rows).name],
  };
}

function describeShip(
  random: Random,
  split: Split,
  standing: Standing,
  index: number,
  plastic: PlasticDescription,
  profile: BaseProfile,
  squad: Squad,
): ShipDescription {
  const family = random.chance(0.6)
    ? squad.tileFamily
    : pickWeighted(
        random,
        TILES.filter((row) => isOfSplit(row, split)),
      ).name;
  const miniature = random.chance(split === 'demo' ? 0 : 0.06) ? undefined : describeMiniature(random, split, standing.base, squad);
  const hasTurret = random.chance(standing.base === 'small' ? 0.08 : 0.3);
  const ship: ShipDescription = {
    id: `s${index + 1}`,
    ...standing,
    plastic,
    profile,
    tile: describeTile(random, family),
    pegHeightMm:
      miniature === undefined ? (random.chance(0.5) ? random.range(20, 60) : 0) : Math.max(15, miniature.heightMm - random.range(2, 6)),
    pegWidthMm: random.range(2.6, 4.2),
    ...(miniature === undefined ? {} : { miniature }),
    ...(hasTurret
      ? {
          turret: {
            turnDeg: 90 * random.int(0, 3) + random.normal(3),
            radiusMm: Math.min(profile.halfMm * 0.62, random.range(11, 20)),
            seed: random.seed(),
          },
        }
      : {}),
  };
  return ship;
}

function describeTile(random: Random, family: string): TileDescription {
  const loose = random.chance(0.8);
  return {
    look: { family, seed: random.seed() },
    shiftX: loose ? random.range(-0.4, 0.4) : 0,
    shiftY: loose ? random.range(-0.4, 0.4) : 0,
    turnDeg: loose ? Math.max(-1.5, Math.min(1.5, random.normal(0.5))) : 0,
    gloss: random.chance(0.3) ? random.range(0.5, 1) : random.range(0, 0.4),
    edge: random.chance(0.5) ? [0.02, 0.02, 0.02] : [0.5, 0.48, 0.45],
  };
}

function describeMiniature(random: Random, split: Split, base: BaseSize, squad: Squad): MiniatureDescription {
  const family = random.chance(0.75)
    ? random.pick(squad.miniatures)
    : pickWeighted(
        random,
        MINIATURES.filter((row) => isOfSplit(row, split)),
      ).name;
  const span = { small: [26, 62], medium: [50, 100], large: [75, 150] }[base];
  const longest = split === 'demo' ? 0.45 : 1;
  return {
    look: { family, seed: random.seed() },
    spanMm: random.range(span[0]!, span[0]! + longest * (span[1]! - span[0]!)),
    heightMm: random.chance(0.2) ? random.range(25, 45) : random.range(42, 90),
    turnDeg: random.normal(5),
    tiltDeg: random.chance(0.3) ? random.normal(9) : 0,
    gloss: random.range(0, 0.7),
  };
}

const PLASTICS: readonly { readonly kind: PlasticKind; readonly weight: number }[] = [
  { kind: 'clear', weight: 14 },
  { kind: 'smoke', weight: 1.5 },
  { kind: 'tinted', weight: 1.2 },
  { kind: 'black', weight: 1.8 },
  { kind: 'coloured', weight: 1.2 },
  { kind: 'white', weight: 0.6 },
];

function describePlastic(random: Random): PlasticDescription {
  const kind = pickWeighted(random, PLASTICS).kind;
  const glassy = kind === 'clear' || kind === 'tinted' || kind === 'smoke';
  return {
    kind,
    colour: plasticColour(random, kind),
    opacity: { clear: random.range(0.03, 0.35), tinted: random.range(0.2, 0.6), smoke: random.range(0.35, 0.75) }[kind as 'clear'] ?? 1,
    edgeStrength: glassy ? random.range(0.1, 1) : random.range(0, 0.35),
    edgeDarkness: random.range(0, 0.6),
    edgeWidthMm: random.chance(0.6) ? random.range(0.12, 0.4) : random.range(0.4, 0.9),
    edgeSparsity: random.chance(0.35) ? random.range(1, 1.6) : random.range(1.6, 5),
    haze: random.range(0.02, 0.3),
    roughness: random.chance(0.25) ? random.range(0.3, 0.6) : random.range(0.04, 0.25),
    footShade: random.range(0, 0.5),
    seed: random.seed(),
  };
}

/** As in the publisher's photographs: clear, with thin, broken, bright lines. */
function demoPlastic(random: Random): PlasticDescription {
  return {
    kind: 'clear',
    colour: [0.92, 0.95, 0.97],
    opacity: 0.1,
    edgeStrength: 0.75,
    edgeDarkness: 0.25,
    edgeWidthMm: 0.35,
    edgeSparsity: 2.2,
    haze: 0.1,
    roughness: 0.08,
    footShade: 0.25,
    seed: random.seed(),
  };
}

function plasticColour(random: Random, kind: PlasticKind): Rgb {
  const grey = (v: number): Rgb => [v * random.range(0.95, 1.03), v * random.range(0.97, 1.03), v];
  if (kind === 'clear') return grey(random.range(0.6, 1));
  if (kind === 'smoke') return grey(random.range(0.05, 0.3));
  if (kind === 'black') return grey(random.range(0.01, 0.06));
  if (kind === 'white') return grey(random.range(0.6, 0.9));
  const hue = random.range(0, 6);
  const part = (shift: number) => Math.min(1, Math.max(0.03, Math.abs(((hue + shift) % 6) - 3) - 1)) * random.range(0.5, 1);
  return [part(0), part(4), part(2)];
}
