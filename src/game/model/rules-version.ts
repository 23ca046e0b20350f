/**
 * Version of the rules as this program plays them. It grows when the same events lead to another state, so that a log says by which it was
 * played. 1: logs before versions were counted. 2: obstacles take effect, effects of an ability are looked at one by one, removed ships are
 * ignored, and a judge decides only what is open. 3: a judge's word on a range counts while the table allows it, a ship that is described with hull
 * left is not destroyed, and ships flee. 4: an ability that grants a bonus attack does what else it says before it, and an attack that is going on
 * follows a ruling that is replaced and a turret that is said to point elsewhere. 5: force charges recover, a reload gives its disarm token, an ionized
 * ship may only focus, and a bar's lock reaches to range 3. 6: a SLAM gives its disarm token, what was counted beside a ship is forgotten once it
 * changes, and what lies beside the mat is left out if it is in no match. 7: a lock of an action replaces the one before, and a jam token takes a lock or a
 * green token that comes later; who is first player may be corrected.
 */
export const RULES_VERSION = 7;
