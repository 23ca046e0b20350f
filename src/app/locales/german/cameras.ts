import type { SentencePair } from '../sentence.js';

/** What is said of cameras, files of pictures and what is seen now, in German. */
export const CAMERAS: readonly SentencePair[] = [
  ['The browser may not use the camera.', 'Der Browser darf die Kamera nicht benutzen.'],
  [
    'Allow the camera for this page (the camera or lock sign in the address bar), then try again. The picture stays on this device.',
    'Die Kamera für diese Seite erlauben (Kamera- oder Schlosszeichen in der Adresszeile), dann noch einmal versuchen. Das Bild bleibt auf diesem Gerät.',
  ],
  ['No camera was found.', 'Es wurde keine Kamera gefunden.'],
  [
    'Connect a camera and try again, or open this page on a phone. A photo of the table works as well.',
    'Eine Kamera anschließen und noch einmal versuchen, oder diese Seite auf einem Telefon öffnen. Ein Foto des Tischs geht auch.',
  ],
  ['The camera does not start.', 'Die Kamera startet nicht.'],
  [
    'Another program may be using it: close that program, or unplug the camera and connect it again.',
    'Vielleicht benutzt sie ein anderes Programm: dieses schließen, oder die Kamera ab- und wieder anstecken.',
  ],
  ['The chosen camera is not there any more.', 'Die gewählte Kamera ist nicht mehr da.'],
  ['Choose another camera.', 'Eine andere Kamera wählen.'],
  ['The camera could not be opened.', 'Die Kamera konnte nicht geöffnet werden.'],
  ['Try again, or choose another camera.', 'Noch einmal versuchen, oder eine andere Kamera wählen.'],
  ['Browsers give a camera only to pages that came over https.', 'Browser geben eine Kamera nur Seiten, die über https kamen.'],
  [
    'Start Hashmark with --host 0.0.0.0 and open the https address that it prints, or open the page on the computer itself as localhost.',
    'Hashmark mit --host 0.0.0.0 starten und die ausgegebene https-Adresse öffnen, oder die Seite auf dem Computer selbst als localhost öffnen.',
  ],
  ['The camera stopped.', 'Die Kamera ist stehen geblieben.'],
  [
    'It may have been unplugged, or another program took it. Connect it and choose it again.',
    'Vielleicht wurde sie abgesteckt, oder ein anderes Programm hat sie genommen. Sie anschließen und wieder wählen.',
  ],
  ['The camera repeats the same picture.', 'Die Kamera wiederholt dasselbe Bild.'],
  [
    'What you see may be old. If the table has changed since, unplug the camera or choose it again.',
    'Was zu sehen ist, kann alt sein. Hat sich der Tisch seither geändert, die Kamera abstecken oder neu wählen.',
  ],
  ['The camera sends no picture just now.', 'Die Kamera sendet gerade kein Bild.'],
  [
    'The system may have paused it: bring this page to the front, or end the call that uses the camera.',
    'Vielleicht hat das System sie angehalten: diese Seite nach vorn holen, oder den Anruf beenden, der die Kamera benutzt.',
  ],
  ['Camera {}', 'Kamera {}'],
  ['exposure', 'Belichtung'],
  ['white balance', 'Weißabgleich'],
  ['Camera', 'Kamera'],
  ['{name} is not a picture that this browser can read ({}).', '{name} ist kein Bild, das dieser Browser lesen kann ({}).'],
  ['unknown type', 'unbekannter Typ'],
  [
    'Expected a jpeg, png or webp. iPhone photos: choose "most compatible" in the camera settings, or share the photo as jpeg.',
    'Erwartet wird jpeg, png oder webp. Bei iPhone-Fotos in den Kameraeinstellungen „Maximale Kompatibilität“ wählen, oder das Foto als jpeg teilen.',
  ],
  [
    '{name} is damaged or was cut off: only a part of the picture could be read.',
    '{name} ist beschädigt oder abgeschnitten: Nur ein Teil des Bilds konnte gelesen werden.',
  ],
  [
    'Copy the file again from the camera or phone, and open it once more.',
    'Die Datei noch einmal von Kamera oder Telefon kopieren und wieder öffnen.',
  ],
  [
    'The photo has {} pixels; at most {} on the longer side can be measured.',
    'Das Foto hat {} Pixel; höchstens {} auf der längeren Seite lassen sich messen.',
  ],
  [
    'Save it smaller ({} pixels on the longer side lose nothing) and open it again.',
    'Es kleiner speichern ({} Pixel auf der längeren Seite verlieren nichts) und wieder öffnen.',
  ],
  ['The simulated table', 'Der simulierte Tisch'],
  ['Simulated table {}', 'Simulierter Tisch {}'],
  ['The simulated table could not be drawn ({}).', 'Der simulierte Tisch konnte nicht gezeichnet werden ({}).'],
  [
    'It needs WebGL: switch hardware acceleration on in the browser, or try another browser. Photos and cameras work without it.',
    'Er braucht WebGL: im Browser die Hardwarebeschleunigung einschalten, oder einen anderen Browser versuchen. Fotos und Kameras gehen ohne.',
  ],
  ['This browser cannot play {name} ({}).', 'Dieser Browser kann {name} nicht abspielen ({}).'],
  ['the video', 'das Video'],
  [
    'Expected a video such as mp4 (H.264) or webm. Convert it, or take a photo of the table instead.',
    'Erwartet wird ein Video wie mp4 (H.264) oder webm. Es umwandeln, oder stattdessen ein Foto des Tischs machen.',
  ],
  ['The pasted picture', 'Das eingefügte Bild'],
  ['The table is not seen now.', 'Der Tisch ist jetzt nicht zu sehen.'],
  ['What is shown is what was seen last.', 'Gezeigt wird, was zuletzt zu sehen war.'],
  ['This device is too busy to follow the table.', 'Dieses Gerät ist zu beschäftigt, um dem Tisch zu folgen.'],
  [
    'What is shown is what was seen before. Close other programs and tabs if this stays.',
    'Gezeigt wird, was vorher zu sehen war. Bleibt das so, andere Programme und Tabs schließen.',
  ],
  ['The table has not been looked at for a while.', 'Der Tisch wurde eine Weile nicht angesehen.'],
  [
    'What is shown is what was seen last. Bring the page with the camera to the front; if this stays, choose the camera again or reload the page.',
    'Gezeigt wird, was zuletzt zu sehen war. Die Seite mit der Kamera nach vorn holen; bleibt es so, die Kamera neu wählen oder die Seite neu laden.',
  ],
  ['Something moves where it is measured.', 'Etwas bewegt sich, wo gemessen wird.'],
  [
    'What is shown is what was seen before. The answer comes back when it rests.',
    'Gezeigt wird, was vorher zu sehen war. Die Antwort kommt zurück, wenn es ruht.',
  ],
  [
    'The camera stands well: about {} over the mat, besides the scale of all of it, and no small move makes it much better.',
    'Die Kamera steht gut: etwa {} auf der Matte, außer dem Maßstab von allem, und keine kleine Bewegung macht es viel besser.',
  ],
  ['Move the camera {} for about {}; now it is {}.', 'Die Kamera {} bewegen, das gäbe etwa {}; jetzt sind es {}.'],
  ['{} cm up', '{} cm nach oben'],
  ['{} cm nearer', '{} cm näher'],
  ['{} cm back', '{} cm zurück'],
  ['{} cm towards the middle of the table', '{} cm zur Mitte des Tischs'],
  [
    'Check the connection to the computer that serves this page, then try again.',
    'Die Verbindung zum Computer prüfen, der diese Seite liefert, dann noch einmal versuchen.',
  ],
  ['This browser gives the page too little memory to see with ({}).', 'Dieser Browser gibt der Seite zu wenig Speicher, um zu sehen ({}).'],
  [
    'Close other tabs and apps, or restart the browser, then try again.',
    'Andere Tabs und Apps schließen oder den Browser neu starten, dann noch einmal versuchen.',
  ],
  ['This device computes wrongly: {} says {} where {} is right.', 'Dieses Gerät rechnet falsch: {} sagt {}, richtig ist {}.'],
  [
    'Update the browser or the system of this device, or use another one: what it measures would be wrong.',
    'Den Browser oder das System dieses Geräts aktualisieren oder ein anderes nehmen: Was es misst, wäre falsch.',
  ],
  ['The part of the page that sees has stopped several times ({}).', 'Der Teil der Seite, der sieht, ist mehrmals stehen geblieben ({}).'],
  [
    'Close other tabs to free memory, or choose a smaller picture, then try again.',
    'Andere Tabs schließen, um Speicher freizugeben, oder ein kleineres Bild wählen, dann noch einmal versuchen.',
  ],
  ['This picture could not be measured: {}', 'Dieses Bild konnte nicht gemessen werden: {}'],
  [
    'The next picture is tried by itself; if this stays, reload the page.',
    'Das nächste Bild wird von selbst versucht; bleibt es so, die Seite neu laden.',
  ],
  ['The download of what is needed to see has stalled.', 'Das Laden dessen, was zum Sehen nötig ist, ist stecken geblieben.'],
];
