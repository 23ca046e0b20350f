import type { CAMERA as ENGLISH } from '../english/camera.js';
import type { Translated } from '../phrase.js';

/** Texts of problems with a camera, a video or the engines, and of what is seen now, in German. */
export const CAMERA: Translated<typeof ENGLISH> = {
  'camera-refused': 'Der Browser darf die Kamera nicht benutzen.',
  'allow-camera-page-camera':
    'Die Kamera für diese Seite erlauben (Kamera- oder Schlosszeichen in der Adresszeile), dann noch einmal versuchen. Das Bild bleibt auf diesem Gerät.',
  'camera-missing': 'Es wurde keine Kamera gefunden.',
  'connect-camera-try-again':
    'Eine Kamera anschließen und noch einmal versuchen, oder diese Seite auf einem Telefon öffnen. Ein Foto des Tischs geht auch.',
  'camera-busy': 'Die Kamera startet nicht.',
  'another-program-may-using': 'Vielleicht benutzt sie ein anderes Programm: dieses schließen, oder die Kamera ab- und wieder anstecken.',
  'camera-gone': 'Die gewählte Kamera ist nicht mehr da.',
  'choose-another-camera': 'Eine andere Kamera wählen.',
  'camera-failed': 'Die Kamera konnte nicht geöffnet werden.',
  'try-again-choose-another': 'Noch einmal versuchen, oder eine andere Kamera wählen.',
  'camera-insecure': 'Browser erlauben die Kamera nur Seiten, die über https geladen wurden.',
  'start-hashmark-host-0':
    'Hashmark mit --host 0.0.0.0 starten und die ausgegebene https-Adresse öffnen, oder die Seite auf dem Computer selbst als localhost öffnen.',
  'camera-not-playing': 'Die Kamera ist da, aber dieser Browser spielt ihr Bild nicht ab.',
  'turn-off-low-power': 'Den Stromsparmodus ausschalten, diese Seite nach vorn holen und noch einmal auf die Kamera tippen.',
  'camera-lost': 'Die Kamera ist stehen geblieben.',
  'may-have-been-unplugged':
    'Vielleicht wurde sie abgesteckt, oder ein anderes Programm hat sie genommen. Sie anschließen und wieder wählen.',
  'camera-effects': 'Das System zeichnet den Hintergrund dieser Kamera weich oder verschiebt ihren Ausschnitt selbst.',
  'switch-off-camera-effects':
    'Weichzeichnen und automatischen Ausschnitt in den Kameraeinstellungen dieses Geräts ausschalten: Unscharfes lässt sich nicht messen.',
  'screen-may-sleep': 'Der Bildschirm dieses Geräts kann ausgehen; die Übertragung bliebe dann stehen.',
  'set-screen-to-stay-on': 'Ihn in den Anzeigeeinstellungen des Geräts eingeschaltet lassen und das Gerät an den Strom anschließen.',
  'mirrored-perhaps': (camera) => `${camera} gibt vielleicht ein Spiegelbild.`,
  'switch-on-mirrored-picture':
    'Steht Schrift auf dem Tisch im Bild verkehrt herum, „Gespiegeltes Bild“ einschalten: Sonst sind links und rechts vertauscht.',
  'camera-frozen': 'Die Kamera wiederholt dasselbe Bild.',
  'you-see-may-old':
    'Was zu sehen ist, kann alt sein. Hat sich der Tisch seither geändert, die Kamera abstecken oder neu wählen. Eine virtuelle Kamera zeigt ein einziges Bild, bis ihr Programm läuft.',
  'camera-paused': 'Die Kamera sendet gerade kein Bild.',
  'camera-silent-try-again':
    'Noch einmal versuchen. Hilft das nicht, die Kamera aus- und wieder einstecken oder andere Programme schließen, die sie verwenden.',
  'system-may-have-paused':
    'Vielleicht hat das System sie angehalten: diese Seite nach vorn holen, oder den Anruf beenden, der die Kamera benutzt.',
  camera: (index) => `Kamera ${index}`,
  'simulated-table': 'Der simulierte Tisch',
  'simulated-table-2': (seed) => `Simulierter Tisch ${seed}`,
  'simulation-failed': (error) => `Der simulierte Tisch konnte nicht gezeichnet werden (${error}).`,
  'needs-webgl-switch-hardware':
    'Er braucht WebGL: im Browser die Hardwarebeschleunigung einschalten, oder einen anderen Browser versuchen. Fotos und Kameras gehen ohne.',
  'video-unreadable': (file, type) => `Dieser Browser kann ${file} nicht abspielen (${type}).`,
  'expected-video-such-mp4':
    'Erwartet wird ein Video wie mp4 (H.264) oder webm. Es umwandeln, oder stattdessen ein Foto des Tischs machen.',
  'video-not-loaded': (file) => `${file} gibt kein Bild: Dieser Browser lädt es nicht von selbst.`,
  'turn-off-low-power-mode': 'Den Stromsparmodus ausschalten und es noch einmal öffnen, oder stattdessen ein Foto des Tischs aufnehmen.',
  'many-ships': (maxReportedShips) => `Auf diesem Tisch sind mehr als ${maxReportedShips} Schiffe: Nur die gewählten werden gemessen.`,
  'choose-ship-one-looks': 'Ein Schiff wählen, und das, auf das es schaut; die Kommandozeile meldet alle Paare.',
  'table-not-seen': 'Der Tisch ist jetzt nicht zu sehen.',
  'no-table-open': 'Auf der Seite der Kamera ist kein Tisch offen.',
  'open-camera-photo-file': 'Dort die Kamera, ein Foto oder eine Datei öffnen.',
  'shown-seen-last': 'Gezeigt wird, was zuletzt zu sehen war.',
  'look-too-old': 'Der Tisch wurde eine Weile nicht angesehen.',
  'shown-seen-last-bring':
    'Gezeigt wird, was zuletzt zu sehen war. Die Seite mit der Kamera nach vorn holen; bleibt es so, die Kamera neu wählen oder die Seite neu laden.',
  'table-moving': 'Etwas bewegt sich, wo gemessen wird.',
  'shown-seen-before-answer': 'Gezeigt wird, was vorher zu sehen war. Die Antwort kommt zurück, wenn es ruht.',
  'device-too-busy-follow': 'Dieses Gerät ist zu beschäftigt, um dem Tisch zu folgen.',
  'shown-seen-before-close': 'Gezeigt wird, was vorher zu sehen war. Bleibt das so, andere Programme und Tabs schließen.',
  'engine-without-memory': (textOf) => `Dieser Browser gibt der Seite zu wenig Speicher, um zu sehen (${textOf}).`,
  'engine-without-webassembly': 'WebAssembly ist in diesem Browser abgeschaltet, und ohne das lässt sich nichts sehen.',
  'allow-webassembly':
    'Im Blockierungsmodus (iPhone, iPad, Mac) ihn für diese Seite in den Website-Einstellungen ausschalten. Sonst WebAssembly in den Sicherheitseinstellungen des Browsers erlauben, oder einen anderen Browser nehmen.',
  'close-other-tabs-apps': 'Andere Tabs und Apps schließen oder den Browser neu starten, dann noch einmal versuchen.',
  'update-browser-system-device':
    'Den Browser oder das System dieses Geräts aktualisieren oder ein anderes nehmen: Was es misst, wäre falsch.',
  'check-connection-computer-serves': 'Die Verbindung zum Computer prüfen, der diese Seite liefert, dann noch einmal versuchen.',
  'worker-crashed': (crash) => `Der Teil der Seite, der sieht, ist mehrmals stehen geblieben (${crash}).`,
  'close-other-tabs-free': 'Andere Tabs schließen, um Speicher freizugeben, oder ein kleineres Bild wählen, dann noch einmal versuchen.',
  'pictures-hidden': 'Dieser Browser verbirgt die Pixel von Bildern vor Seiten: Er gibt stattdessen Rauschen.',
  'allow-canvas-for-page':
    'Dieser Seite erlauben, Canvas-Daten zu lesen (Bildzeichen in der Adressleiste oder Einstellungen zur Privatsphäre), oder einen anderen Browser verwenden. Bilder bleiben auf diesem Gerät.',
  'look-failed': (textOf) => `Dieses Bild konnte nicht gemessen werden: ${textOf}`,
  'next-picture-tried-itself': 'Das nächste Bild wird von selbst versucht; bleibt es so, die Seite neu laden.',
  'download-needed-see-has': 'Das Laden dessen, was zum Sehen nötig ist, ist stecken geblieben.',
  'the-camera': 'Kamera',
  'other-lens': 'Anderes Objektiv',
  'unknown-type': 'unbekannter Typ',
  'the-video': 'das Video',
  'camera-failed-because': (why) => `Die Kamera konnte nicht geöffnet werden. (${why})`,
  'worker-does-not-run': 'der Worker läuft nicht',
  'no-answer-for': (seconds) => `keine Antwort seit ${seconds} Sekunden`,
  'engine-miscalculates': (net) => `Dieses Gerät rechnet falsch (${net}).`,
  'engine-not-loaded': (why) => `Die Modelle zum Sehen konnten nicht geladen werden: ${why}`,
  exposure: 'Belichtung',
  'white balance': 'Weißabgleich',
};
