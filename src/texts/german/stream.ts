import type { STREAM as ENGLISH } from '../english/stream.js';
import type { Translated } from '../phrase.js';

/** Texts of the relay, of sending and of OBS, in German. */
export const STREAM: Translated<typeof ENGLISH> = {
  'obs-does-not-accept':
    'OBS nimmt das Passwort nicht an. Es aus OBS kopieren: Werkzeuge, WebSocket-Servereinstellungen, Verbindungsinformationen anzeigen.',
  'obs-cannot-reached-obs':
    'OBS ist nicht zu erreichen. In OBS: Werkzeuge, WebSocket-Servereinstellungen, WebSocket-Server aktivieren; die Adresse ist dann ws://localhost:4455.',
  'page-opened-without-link':
    'Diese Seite wurde ohne ihren Link geöffnet. Den Link öffnen, den npm start geöffnet hat, oder den Schlüssel der Kamera eingeben.',
  'judge-called': 'Ein Schiedsrichter wurde gerufen.',
  'call-stands-until-judge': 'Der Ruf steht, bis ein Schiedsrichter ihn beantwortet.',
  'judge-not-called': 'Der Ruf kam nicht hinaus.',
  'check-page-sending-above': 'Prüfen, ob diese Seite sendet (oben neben dem Menü), dann noch einmal rufen oder die Hand heben.',
  'menu-stream': 'Das Menü der Übertragung',
  'computer-serves-page-cannot':
    'Der Computer, von dem diese Seite kommt, ist nicht zu erreichen. Nachsehen, ob npm start dort noch läuft.',
  'too-many-wrong-links': 'Zu viele falsche Links wurden versucht. Eine Minute warten, dann neu versuchen.',
  'link-old-another-table':
    'Dieser Link ist alt oder von einem anderen Tisch. Die Seite neu mit dem Link öffnen, den npm start geöffnet hat.',
  'relay-unreachable': 'Das Relais ist nicht zu erreichen.',
  'check-hashmark-serve-running':
    'Nachsehen, ob hashmark serve läuft und dieses Gerät in dessen Netz ist; es wird von selbst wieder versucht.',
  'relay-token-refused': 'Das Relais nimmt diesen Link nicht an.',
  'copy-newest-link-from': 'Den neuesten Link aus dem Menü Übertragung der Spielerseite kopieren.',
  'relay-camera-taken-over': 'Eine andere Seite sendet jetzt diesen Tisch.',
  'close-other-page-start': 'Die andere Seite schließen und hier neu mit dem Senden beginnen: Nur eine Kamera kann einen Tisch senden.',
  'relay-second-camera': 'Eine andere Kamera sendet schon diesen Tisch.',
  'stop-sending-close-page':
    'Dort aufhören zu senden oder jene Seite schließen: Nur eine Kamera kann einen Tisch senden. Es wird von selbst wieder versucht.',
  'relay-turned-away': 'Das Relais weist diese Seite vorerst ab: zu viele Verbindungen oder zu viele falsche Links aus diesem Netz.',
  'close-pages-left-open': 'Seiten schließen, die mit einem alten Link offen blieben; es wird von selbst wieder versucht.',
  'relay-state-refused': 'Das Relais hat den letzten Stand des Tischs abgelehnt; Zuschauer behalten den davor.',
  'window-hashmark-serve-says': 'Das Fenster von hashmark serve sagt, warum.',
  'load-overlays-again': 'Die Overlays neu laden',
  'obs-overlays-loaded': (count) => (count === '1' ? 'OBS lädt ein Overlay neu.' : `OBS lädt ${count} Overlays neu.`),
  'obs-has-no-overlay':
    'Keine Quelle in OBS hat den Link eines Overlays. In OBS: Quellen, +, Browser, und einen Link aus dem Menü Übertragung einfügen.',
  'obs-refuses': (why) => `OBS: ${why}`,
  'crits-faceup': (crits) => `${crits} offen`,
};
