import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FROZEN } from '../../src/app/capture/camera-problems.js';
import { betterCamera, idOfLastTime, isPerhapsMirrored, nextRearLens } from '../../src/app/capture/which-camera.js';
import { english } from '../../src/texts/english.js';

const cameras = (...labels: readonly string[]) => labels.map((label, i) => ({ deviceId: `id-${i}`, label }));

test('where a phone gives its ultra-wide or macro lens, the main one is asked for instead', () => {
  const galaxy = cameras('camera2 2, facing back', 'camera2 0, facing back', 'camera2 1, facing front');
  assert.equal(betterCamera(galaxy[0]!, galaxy, undefined)?.deviceId, 'id-1');
  assert.equal(betterCamera(galaxy[1]!, galaxy, undefined), undefined, 'it is the main one');
  const iphone = cameras('Front Camera', 'Back Ultra Wide Camera', 'Back Camera', 'Back Telephoto Camera');
  assert.equal(betterCamera(iphone[1]!, iphone, undefined)?.deviceId, 'id-2');
  assert.equal(betterCamera(iphone[2]!, iphone, undefined), undefined);
  const german = cameras('Rück-Ultra-Weitwinkelkamera', 'Rückkamera');
  assert.equal(betterCamera(german[0]!, german, undefined)?.deviceId, 'id-1');
});

test('a phone that names its cameras in its own language gives its main lens as well', () => {
  for (const [wide, main, front] of [
    ['Caméra arrière ultra grand angle', 'Caméra arrière', 'Caméra avant'],
    ['Caméra arrière double', 'Caméra arrière', 'Caméra avant'],
    ['Cámara ultra gran angular trasera', 'Cámara trasera', 'Cámara frontal'],
    ['Fotocamera posteriore ultra-grandangolare', 'Fotocamera posteriore', 'Fotocamera anteriore'],
    ['Ultragroothoekcamera aan achterzijde', 'Camera aan achterzijde', 'Camera aan voorzijde'],
    ['Câmera traseira ultra-angular', 'Câmera traseira', 'Câmera frontal'],
    ['Tylny aparat ultraszerokokątny', 'Tylny aparat', 'Przedni aparat'],
    ['后置超广角镜头', '后置相机', '前置相机'],
    ['背面超広角カメラ', '背面カメラ', '前面カメラ'],
    ['Rückseitige Ultra-Weitwinkelkamera', 'Rückseitige Kamera', 'Frontkamera'],
  ] as const) {
    const list = cameras(front, wide, main);
    assert.equal(betterCamera(list[1]!, list, undefined)?.deviceId, 'id-2', wide);
    assert.equal(betterCamera(list[2]!, list, undefined), undefined, main);
    assert.equal(betterCamera(list[0]!, list, undefined), undefined, front);
    assert.equal(nextRearLens('id-2', list)?.deviceId, 'id-1', 'the other rear lens is one tap away');
  }
});

test('the next rear lens follows the list, round and round; a front camera, a webcam and an only lens have none', () => {
  const list = cameras('camera2 1, facing front', 'camera2 0, facing back', 'camera2 2, facing back', 'camera2 3, facing back');
  assert.deepEqual(
    ['id-1', 'id-2', 'id-3'].map((id) => nextRearLens(id, list)?.deviceId),
    ['id-2', 'id-3', 'id-1'],
  );
  assert.equal(nextRearLens('id-0', list), undefined);
  assert.equal(nextRearLens('id-1', list.slice(0, 2)), undefined);
  assert.equal(nextRearLens('id-0', cameras('Logitech BRIO', 'OBS Virtual Camera')), undefined);
});

test('a phone’s main lens is asked for instead of several that it gives as one, and changes between', () => {
  for (const several of ['Back Dual Camera', 'Back Triple Camera', 'Back Dual Wide Camera', 'Rück-Tripel-Kamera']) {
    const list = cameras(several, 'Front Camera', 'Back Ultra Wide Camera', 'Back Camera');
    assert.equal(betterCamera(list[0]!, list, undefined)?.deviceId, 'id-3', several);
  }
  const only = cameras('Back Dual Camera', 'Front Camera');
  assert.equal(betterCamera(only[0]!, only, undefined), undefined, 'there is no other');
});

test('a webcam, a front camera and cameras without names are left as they were given', () => {
  for (const one of ['Logitech BRIO Ultra HD', 'HD Wide Webcam', 'Front Camera', 'camera2 1, facing front', '']) {
    const list = cameras(one, 'Back Camera');
    assert.equal(betterCamera(list[0]!, list, undefined), undefined, one);
  }
});

test('the camera of last time is asked for by its name, whatever lens it is, unless two have that name', () => {
  const list = cameras('Back Camera', 'Desk View Camera', 'USB Camera', 'USB Camera');
  assert.equal(betterCamera(list[0]!, list, 'Desk View Camera')?.deviceId, 'id-1');
  assert.equal(betterCamera(list[1]!, list, 'Desk View Camera'), undefined);
  assert.equal(betterCamera(list[0]!, list, 'USB Camera'), undefined);
  const wide = cameras('Back Ultra Wide Camera', 'Back Camera');
  assert.equal(betterCamera(wide[0]!, wide, 'Back Ultra Wide Camera'), undefined, 'a person chose it last time');
});

test('what was kept of a camera is found again under its name where its id is another one at each visit', () => {
  const kept = [{ deviceId: 'of-last-week', label: 'Back Camera' }];
  const [back, front, twin] = cameras('Back Camera', 'Front Camera', 'Back Camera');
  assert.equal(idOfLastTime(back!, [back!, front!], kept), 'of-last-week');
  assert.equal(idOfLastTime(front!, [back!, front!], kept), 'id-1');
  assert.equal(idOfLastTime(back!, [back!, twin!], kept), 'id-0', 'two of one name cannot be told apart');
  assert.equal(idOfLastTime({ deviceId: 'x', label: '' }, [], [{ deviceId: 'y', label: '' }]), 'x', 'no name');
  const both = [{ deviceId: 'id-0', label: 'Renamed' }, ...kept];
  assert.equal(idOfLastTime(back!, [back!], both), 'id-0', 'its own id is kept');
});

test('cameras of programs and those that face their user may give mirror images; a webcam and a rear camera do not', () => {
  const said = (label: string, facing?: string) => isPerhapsMirrored({ deviceId: 'one', label }, facing);
  for (const label of [
    'OBS Virtual Camera',
    'OBS-Camera (virtual)',
    'Iriun Webcam #2',
    'DroidCam Source 3',
    'Camo',
    'camera2 1, facing front',
    'NDI Webcam 1',
    'e2eSoft iVCam',
    'mmhmm Camera',
    'Dummy video device (0x0000)',
  ])
    assert.ok(said(label), label);
  assert.ok(said('', 'user'));
  for (const label of ['Logitech BRIO', 'Back Camera', 'camera2 0, facing back', 'Camoflage Cam', 'FaceTime HD Camera', 'fake_device_0'])
    assert.ok(!said(label), label);
  assert.ok(!said('Back Camera', 'environment'));
});

test('of a picture that repeats it is said that a virtual camera shows one until its program runs', () => {
  assert.equal(FROZEN.code, 'camera-frozen');
  assert.match(english(FROZEN.hint), /virtual camera repeats one picture until its program runs/);
});
