import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whoseIsFirst, whoseSquad } from '../../src/app/squads/whose-squad.js';
import { readSquad } from '../../src/game/squad/squad.js';
import type { Player } from '../../src/table/table.js';

const squad = (faction: string, ...ids: readonly string[]) => readSquad({ faction, pilots: ids.map((id) => ({ id })) });
const REBELS = squad('rebelalliance', 'lukeskywalker', 'wedgeantilles', 'wedgeantilles');
const SAME_REBELS = squad('rebelalliance', 'jakefarrell', 'wedgeantilles', 'wedgeantilles');
const EMPIRE = squad('galacticempire', 'howlrunner', 'darthvader');
const OTHER_EMPIRE = squad('galacticempire', 'soontirfel');
const SCUM = squad('scumandvillainy', 'bobafett');

const places = (
  one: typeof REBELS | undefined,
  two: typeof REBELS | undefined,
  fresh: readonly Player[] = [],
  asked?: Player,
  player: Player = one && !two ? 2 : 1,
) => ({
  squads: { ...(one && { 1: one }), ...(two && { 2: two }) },
  fresh: new Set(fresh),
  player: asked ?? player,
  isAsked: asked !== undefined,
});

test('a squad is that of the player whose earlier one it resembles; what a person chose, an empty place and the player whose squad was not read lately come before', () => {
  assert.equal(whoseSquad(SAME_REBELS, places(EMPIRE, REBELS)), 2, 'by its pilots');
  assert.equal(whoseSquad(OTHER_EMPIRE, places(REBELS, EMPIRE)), 2, 'by its faction');
  assert.equal(whoseSquad(squad('galacticempire', 'wedgeantilles'), places(EMPIRE, REBELS)), 2, 'pilots count for more');
  assert.equal(whoseSquad(SCUM, places(REBELS, EMPIRE)), 1, 'like neither: the one that is chosen');
  assert.equal(whoseSquad(REBELS, places(EMPIRE, REBELS, [2])), 1, 'a mirror match: the other was read before');
  assert.equal(whoseSquad(REBELS, places(EMPIRE, REBELS, [1, 2])), 2, 'both were read: a corrected one');
  assert.equal(whoseSquad(REBELS, places(REBELS, undefined)), 2, 'the empty place');
  assert.equal(whoseSquad(REBELS, places(undefined, REBELS)), 1);
  assert.equal(whoseSquad(REBELS, places(REBELS, EMPIRE, [1], 1)), 1, 'asked for');
});

test('of two squads that are read at once each is the one whose earlier it resembles, else the first is player 1’s', () => {
  assert.equal(whoseIsFirst([SAME_REBELS, OTHER_EMPIRE], places(EMPIRE, REBELS)), 2);
  assert.equal(whoseIsFirst([OTHER_EMPIRE, SAME_REBELS], places(EMPIRE, REBELS)), 1);
  assert.equal(whoseIsFirst([SCUM, SCUM], places(REBELS, EMPIRE)), 1);
  assert.equal(whoseIsFirst([SCUM, EMPIRE], places(REBELS, undefined)), 1, 'both places are taken');
  assert.equal(whoseIsFirst([SCUM, EMPIRE], places(REBELS, undefined, [], 2)), 2, 'asked for');
});
