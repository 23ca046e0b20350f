import fc from 'fast-check';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** What may stand where something else is expected. */
const STRANGE: readonly Json[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  0.5,
  3,
  99_999,
  -99_999,
  5000,
  1e-9,
  1e-300,
  1e6,
  -1e6,
  1e200,
  -1e308,
  Number.MAX_VALUE,
  '',
  'small',
  'x'.repeat(600),
  '__proto__',
  [],
  [1],
  [1, 2],
  [1, 2, 3],
  ['front'],
  {},
  { id: 'a' },
  [[], []],
];

/** One change of a document: the place is a number taken modulo the number of places. */
interface Mutation {
  readonly place: number;
  readonly kind: 'replace' | 'delete' | 'double' | 'rename';
  readonly value: Json;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat(1e6),
  kind: fc.constantFrom('replace', 'replace', 'replace', 'delete', 'double', 'rename'),
  value: fc.constantFrom(...STRANGE),
});

/** Documents made of good ones by one to three changes: a value replaced, left out, doubled in its list, or given another name. */
export function mutated(documents: readonly unknown[]): fc.Arbitrary<unknown> {
  return fc.tuple(fc.nat(documents.length - 1), fc.array(mutation, { minLength: 1, maxLength: 3 })).map(([which, changes]) => {
    const root = { document: structuredClone(documents[which]) as Json };
    for (const change of changes) apply(root, change);
    return root.document;
  });
}

function apply(root: { document: Json }, { place, kind, value }: Mutation): void {
  const places: (readonly [Json[] | Record<string, Json>, string])[] = [];
  collect(root, places);
  const [holder, key] = places[place % places.length]!;
  const isRoot = holder === (root as unknown);
  if (kind === 'replace' || isRoot) set(holder, key, structuredClone(value));
  else if (Array.isArray(holder)) kind === 'delete' ? holder.splice(Number(key), 1) : holder.push(structuredClone(holder[Number(key)]!));
  else {
    const old = holder[key]!;
    delete holder[key];
    if (kind !== 'delete') set(holder, `${key}2`, old);
  }
}

/** Also under the name `__proto__`, as JSON.parse would. */
function set(holder: Json[] | Record<string, Json>, key: string, value: Json): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

function collect(value: Json | { document: Json }, places: (readonly [Json[] | Record<string, Json>, string])[]): void {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    places.push([value as Record<string, Json>, key]);
    collect((value as Record<string, Json>)[key]!, places);
  }
}
