import type { SentencePair } from '../sentence.js';

/** What the relay and a streaming program answer, in German. */
export const STREAM: readonly SentencePair[] = [
  ['The relay cannot be reached.', 'Das Relais ist nicht zu erreichen.'],
  [
    'Check that hashmark serve is running and that this device is on its network. Hashmark keeps trying.',
    'Nachsehen, ob hashmark serve läuft und dieses Gerät in dessen Netz ist; es wird von selbst wieder versucht.',
  ],
  ['The relay does not accept this link.', 'Das Relais nimmt diesen Link nicht an.'],
  [
    'Copy the newest link from the menu Stream of the player’s page.',
    'Den neuesten Link aus dem Menü Übertragung der Spielerseite kopieren.',
  ],
  ['Another page now sends this table.', 'Eine andere Seite sendet jetzt diesen Tisch.'],
  [
    'Close the other page and start sending here again: only one camera can send a table.',
    'Die andere Seite schließen und hier neu mit dem Senden beginnen: Nur eine Kamera kann einen Tisch senden.',
  ],
  ['Another camera already sends this table.', 'Eine andere Kamera sendet schon diesen Tisch.'],
  [
    'Stop sending there, or close that page: only one camera can send a table. Hashmark keeps trying.',
    'Dort aufhören zu senden oder jene Seite schließen: Nur eine Kamera kann einen Tisch senden. Es wird von selbst wieder versucht.',
  ],
  [
    'The relay turns this page away for now: too many connections, or too many wrong links from this network.',
    'Das Relais weist diese Seite vorerst ab: zu viele Verbindungen oder zu viele falsche Links aus diesem Netz.',
  ],
  [
    'Close pages that were left open with an old link. Hashmark keeps trying.',
    'Seiten schließen, die mit einem alten Link offen blieben; es wird von selbst wieder versucht.',
  ],
  [
    'The relay refused the last state of the table; viewers keep the one before.',
    'Das Relais hat den letzten Stand des Tischs abgelehnt; Zuschauer behalten den davor.',
  ],
  ['The window of hashmark serve says why.', 'Das Fenster von hashmark serve sagt, warum.'],
  [
    'OBS does not accept the password. Copy it from OBS: Tools, WebSocket Server Settings, Show Connect Info.',
    'OBS nimmt das Passwort nicht an. Es aus OBS kopieren: Werkzeuge, WebSocket-Servereinstellungen, Verbindungsinformationen anzeigen.',
  ],
  [
    'OBS cannot be reached. In OBS: Tools, WebSocket Server Settings, Enable WebSocket server; the address is then ws://localhost:4455.',
    'OBS ist nicht zu erreichen. In OBS: Werkzeuge, WebSocket-Servereinstellungen, WebSocket-Server aktivieren; die Adresse ist dann ws://localhost:4455.',
  ],
  [
    'This page was opened without its link. Open the one that npm start opened, or enter the camera’s token.',
    'Diese Seite wurde ohne ihren Link geöffnet. Den öffnen, den npm start geöffnet hat, oder das Token der Kamera eingeben.',
  ],
  [
    'The computer that serves this page cannot be reached. Check that npm start is still running there.',
    'Der Computer, von dem diese Seite kommt, ist nicht zu erreichen. Nachsehen, ob npm start dort noch läuft.',
  ],
  [
    'Too many wrong links were tried. Wait a minute, then try again.',
    'Zu viele falsche Links wurden versucht. Eine Minute warten, dann neu versuchen.',
  ],
  [
    'This link is old or of another table. Open the page again with the link that npm start opened.',
    'Dieser Link ist alt oder von einem anderen Tisch. Die Seite neu mit dem Link öffnen, den npm start geöffnet hat.',
  ],
];
