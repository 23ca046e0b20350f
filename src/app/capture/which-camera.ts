/** A camera of this device as the browser lists it; `label` is empty until a person has allowed one. */
export interface ListedCamera {
  readonly deviceId: string;
  readonly label: string;
}

/** Lenses that see a table badly, bent at the edges, out of focus, or a part of it; and cameras made of several, which change their lens while they are used. */
const SPECIAL =
  /ultra|wide|weitwinkel|macro|makro|t[eé]l[eé]|depth|infrared|dual|double|doble|doppi|dubbel|dupla|tripl|tripel|dreifach|grand.?ang|gran.angular|grande.angular|groothoek|szerokok|сверхширок|超广角|超廣角|超広角|望遠|长焦/i;
/** On an iPhone cameras have the names of its language. */
const REAR = /facing back|rear|back|rück|arrière|trasera|posterior|traseira|achter|tyln|задн|背面|后置|後置|後面|후면/i;
/** As Android numbers them, the main one is the first: “camera2 0, facing back”. */
const NUMBERED = /^camera2? (\d+), facing back/i;

/**
 * The camera that is to be asked for instead of the one that a browser gave, where it was free to choose: the one of last time by its name, since some
 * give their cameras other ids at each visit, else the main lens where a phone gave its ultra-wide or macro one, or several as one; undefined: the one that was given.
 */
export function betterCamera(
  given: ListedCamera,
  cameras: readonly ListedCamera[],
  wantedLabel: string | undefined,
): ListedCamera | undefined {
  const wanted = cameras.filter(({ label }) => label !== '' && label === wantedLabel);
  if (wanted.length === 1) return wanted[0]!.deviceId === given.deviceId ? undefined : wanted[0];
  const number = numberOf(given);
  if (number === 0 || (number === undefined && !SPECIAL.test(given.label)) || !REAR.test(given.label)) return undefined;
  return (
    cameras.find((one) => numberOf(one) === 0) ??
    cameras.find(({ label }) => REAR.test(label) && !SPECIAL.test(label) && !NUMBERED.test(label))
  );
}

/** The rear lens that comes after the one of an id in a device's list, the first after the last; undefined where that is no rear lens, or the only one. */
export function nextRearLens<T extends { readonly deviceId: string; readonly label: unknown }>(
  deviceId: string,
  cameras: readonly T[],
): T | undefined {
  const rear = cameras.filter(({ label }) => typeof label === 'string' && REAR.test(label));
  const at = rear.findIndex((one) => one.deviceId === deviceId);
  return at < 0 || rear.length < 2 ? undefined : rear[(at + 1) % rear.length];
}

function numberOf({ label }: ListedCamera): number | undefined {
  const [, number] = NUMBERED.exec(label) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** Programs that pass pictures on as a camera, and cameras that face their user: many of them give mirror images. */
const PERHAPS_MIRRORED =
  /virtual|droidcam|iriun|epoccam|\bcamo\b|\bndi\b|manycam|xsplit|ivcam|mmhmm|webcamoid|dummy video|snap camera|facing front|front camera|frontkamera/i;

/** Whether a camera may give mirror images, which nobody can see by the table: by its name, and by what it says of itself. */
export function isPerhapsMirrored({ label }: ListedCamera, facingMode: string | undefined): boolean {
  return facingMode === 'user' || PERHAPS_MIRRORED.test(label);
}

/**
 * The id under which something may have been kept for a camera: its own, or that which a camera of the same name had at an earlier visit and none has now.
 * `kept`: ids and names of cameras of earlier visits, the newest first.
 */
export function idOfLastTime(given: ListedCamera, cameras: readonly ListedCamera[], kept: readonly ListedCamera[]): string {
  if (given.label === '' || kept.some(({ deviceId }) => deviceId === given.deviceId)) return given.deviceId;
  // Two of one name cannot be distinguished.
  if (cameras.filter(({ label }) => label === given.label).length > 1) return given.deviceId;
  return kept.find(({ label }) => label === given.label)?.deviceId ?? given.deviceId;
}
