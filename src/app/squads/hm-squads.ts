import { localized, msg, str } from '@lit/localize';
import { phrase } from '../../texts/phrase.js';
import { problemWords, translate } from '../locales/language.js';
import '@awesome.me/webawesome/dist/components/button/button.js';
import '@awesome.me/webawesome/dist/components/dialog/dialog.js';
import type WaDialog from '@awesome.me/webawesome/dist/components/dialog/dialog.js';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { type Proposal, proposeBases } from '../../game/squad/propose-bases.js';
import { readSquad, type Squad, squadFile } from '../../game/squad/squad.js';
import { holdsSquad, readSquadText } from '../../game/squad/squad-text.js';
import type { Edit } from '../../table/edits.js';
import type { Player, Table } from '../../table/table.js';
import type { FrameSource } from '../capture/frame-source.js';
import { controlStyles } from '../ui/control.styles.js';
import { dialogStyles } from '../ui/dialog.styles.js';
import { emptyFile, textOf } from '../ui/file-bytes.js';
import { emit } from '../ui/page-events.js';
import { saveBytes } from '../ui/save-file.js';
import { type AssignedShip, squadEdits } from './assigned-ship.js';
import './hm-qr-camera.js';
import { readQr } from './read-qr.js';
import { squadSection } from './squad-section.js';
import type { PlayerSquads, SquadDocuments } from './squad-use.js';
import { squadsStyles } from './squads.styles.js';
import { squadsMap } from './squads-map.js';
import { whoseIsFirst, whoseSquad } from './whose-squad.js';

const PLAYERS = [1, 2] as const;
const NO_CODE = phrase('no-qr-code-read');

/**
 * The squads of both players: read from text, file, QR code or link, and assigned to the bases of the table.
 * @fires hm-squads - the dialog is gone; with the consequences for the table where the ships are used
 */
@customElement('hm-squads')
@localized()
export class HmSquads extends LitElement {
  static override styles = [controlStyles, dialogStyles, squadsStyles];

  @property({ attribute: false }) table!: Table;
  @property({ attribute: false }) source: FrameSource | undefined;
  @property({ attribute: false }) documents: SquadDocuments = {};
  /** As they were assigned before, on this table. */
  @property({ attribute: false }) assigned: PlayerSquads | undefined;
  /** Players whose squads were read lately, before it was opened. */
  @property({ attribute: false }) fresh: ReadonlySet<Player> = new Set();
  /** A match goes on, with the ships that it began with. */
  @property({ type: Boolean }) playing = false;
  /** The dialog as it was opened last: with a squad, where one was opened as a file. */
  @property({ attribute: false }) opened = { given: '' };
  @state() private player: Player = 1;
  @state() private text = '';
  @state() private problem = '';
  @state() private isScanning = false;
  @state() private squads: PlayerSquads = {};
  /** The squads that were replaced or removed, to be brought back. */
  @state() private replaced: PlayerSquads = {};
  @query('wa-dialog') private readonly dialog!: WaDialog;
  #edits: readonly Edit[] | undefined;
  #isAssigned = false;
  #fresh: ReadonlySet<Player> = new Set();
  /** Whether a person chose the player of the next squad that is opened. */
  #isAsked = false;
  /** The assignment with which the dialog began. */
  #before: readonly AssignedShip[] = [];

  protected override willUpdate(changed: PropertyValues): void {
    if (!this.hasUpdated) this.#begin();
    else if (changed.has('table') && !this.#isAssigned && idsOf(this.table) !== idsOf(changed.get('table') as Table)) this.#proposeAgain();
    if (changed.has('opened') && this.opened.given) this.#read(this.opened.given, this.#isAsked);
  }

  #begin(): void {
    this.#isAssigned = this.assigned !== undefined;
    if (this.assigned) this.squads = this.assigned;
    else
      for (const player of PLAYERS) {
        const squad = squadOf(this.documents[player]);
        if (squad) this.#take(player, squad);
      }
    // After both were read the next two are a new game's.
    this.#fresh = new Set(PLAYERS.every((one) => this.fresh.has(one)) ? [] : this.fresh);
    this.player = PLAYERS.find((one) => !this.squads[one]) ?? PLAYERS.find((one) => !this.#fresh.has(one))!;
    this.#before = this.#assigned();
  }

  override async firstUpdated(): Promise<void> {
    await this.dialog.updateComplete;
    this.dialog.open = true;
  }

  override render() {
    const { squads, player } = this;
    return html`<wa-dialog label=${msg('Squads')} @wa-after-hide=${this.#close}>
      <div class="all">
        <fieldset><legend>${msg('Whose squad')}</legend>
          ${PLAYERS.map((one) => html`<label class="owner-${one}"><input type="radio" name="player" .checked=${one === player} @change=${() => this.#choose(one)} /><span class="dot"></span>${msg(str`Player ${one}`)}</label>`)}
        </fieldset>
        <label class="text">${msg('The squad’s export (XWS), or a link that contains it')}
          <textarea rows="3" autocomplete="off" spellcheck="false" .value=${this.text} @input=${(event: Event) => (this.text = (event.target as HTMLTextAreaElement).value)}></textarea></label>
        <div class="row">
          <button class="do" data-do="read" @click=${() => this.#read(this.text)}>${msg('Read it')}</button>
          <button class="do" data-do="open" @click=${() => this.renderRoot.querySelector<HTMLInputElement>('input[type=file]')!.click()}>${msg('Open a file or photo')}</button>
          <button class="do" data-do="scan" aria-pressed=${this.isScanning} @click=${() => (this.isScanning = !this.isScanning)}>${msg('QR code by camera')}</button>
        </div>
        ${this.isScanning ? html`<hm-qr-camera .source=${this.source} @hm-qr=${(event: CustomEvent<{ text: string }>) => this.#read(event.detail.text)}></hm-qr-camera>` : nothing}
        ${this.problem ? html`<p class="wrong" role="alert">${this.problem}</p>` : nothing}
        ${PLAYERS.map((one) => (this.replaced[one] ? this.#replacedRow(one) : nothing))}
        ${PLAYERS.map((one) => (squads[one] ? squadSection(one, squads[one], this.table, this.#actions(one)) : nothing))}
        ${this.#assigned().length > 0 ? squadsMap(this.table, (shipId) => this.#assigned().find((one) => one.shipId === shipId)?.player) : nothing}
        ${this.playing ? html`<p class="quietly">${msg('The match goes on with the ships that it began with; these names are for measuring.')}</p>` : nothing}
      </div>
      <input hidden type="file" @change=${this.#picked} />
      <div slot="footer" class="row end">
        <wa-button appearance="outlined" @click=${() => this.#hide()}>${msg('Close')}</wa-button>
        <wa-button variant="brand" ?disabled=${this.#assigned().length === 0} @click=${this.#useShips}>${msg('Use these ships')}</wa-button>
      </div>
    </wa-dialog>`;
  }

  /** Chooses whose the next squad is. */
  #choose(player: Player): void {
    this.player = player;
    this.#isAsked = true;
  }

  #replacedRow(player: Player) {
    const bringBack = () => {
      const { [player]: earlier, ...rest } = this.replaced;
      const { squad, proposals } = earlier!;
      const isTaken = this.#basesOf(otherOf(player));
      this.squads = { ...this.squads, [player]: { squad, proposals: proposals.map((one) => (isTaken.has(one.shipId) ? bare(one) : one)) } };
      this.replaced = rest;
      this.#isAsked = false;
    };
    const gone = this.squads[player]
      ? msg(str`The earlier squad of player ${player} was replaced.`)
      : msg(str`The squad of player ${player} was removed.`);
    return html`<div class="row replaced" role="status"><p>${gone}</p><button class="do" data-player=${player} @click=${bringBack}>${msg('Bring it back')}</button></div>`;
  }

  #actions(player: Player) {
    return {
      pick: (index: number, shipId: string | undefined) => this.#pick(player, index, shipId),
      save: () => {
        const { squad } = this.squads[player]!;
        saveBytes(squadFile(squad), 'application/json', `${squad.name.replace(/[^\p{L}\p{N}]+/gu, '-') || 'squad'}.xws`);
      },
      remove: () => void this.#remove(player),
    };
  }

  /** Removes a squad until it is brought back; the next one that is read is that player's. */
  async #remove(player: Player): Promise<void> {
    const { [player]: removed, ...rest } = this.squads;
    this.squads = rest;
    this.replaced = { ...this.replaced, [player]: removed };
    this.#choose(player);
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`.replaced [data-player='${player}']`)?.focus();
  }

  /**
   * Reads a squad for the chosen player, or, unless that one was asked for, for the player whose it seems to be; an unreadable text stays in
   * its field, and the present squads stay.
   */
  #read(given: string, isAsked = true): void {
    const read = readSquadText(given);
    this.problem = read.ok ? '' : problemWords(read.problem);
    if (!read.ok) {
      if (given === this.opened.given) this.text = given.slice(0, 20_000);
      return;
    }
    const [second, ...more] = read.others;
    const player = this.#whose(read.squad, second, isAsked);
    this.#take(player, read.squad);
    if (second) this.#take(otherOf(player), second);
    void this.#show(player);
    if (more.length > 0) this.problem = msg(str`The text contains ${more.length + 2} squads: the first two were used.`);
    this.text = '';
    this.isScanning = false;
    this.#isAsked = false;
    this.#fresh = new Set(second ? PLAYERS : [...this.#fresh, player]);
    this.player = this.#fresh.has(otherOf(player)) ? player : otherOf(player);
  }

  #whose(first: Squad, second: Squad | undefined, isAsked: boolean): Player {
    const squads = Object.fromEntries(PLAYERS.flatMap((one) => (this.squads[one] ? [[one, this.squads[one].squad]] : [])));
    const places = { squads, fresh: this.#fresh, player: this.player, isAsked };
    return second ? whoseIsFirst([first, second], places) : whoseSquad(first, places);
  }

  /** Scrolls to the squad, or to what it replaced, which on a phone would be below the fold. */
  async #show(player: Player): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector(`.replaced, section.owner-${player}`)?.scrollIntoView({ block: 'nearest' });
  }

  #take(player: Player, squad: Squad): void {
    const earlier = this.squads[player];
    if (earlier) this.replaced = { ...this.replaced, [player]: earlier };
    this.#propose(player, squad);
  }

  #propose(player: Player, squad: Squad): void {
    const isTaken = this.#basesOf(otherOf(player));
    const free = { ...this.table, ships: this.table.ships.filter(({ id }) => !isTaken.has(id)) };
    this.squads = { ...this.squads, [player]: { squad, proposals: proposeBases(free, { [player]: squad }) } };
  }

  /** Takes the ships of another table, or those that were only now seen, as long as nobody has assigned any. */
  #proposeAgain(): void {
    const { squads } = this;
    this.squads = {};
    for (const player of PLAYERS) if (squads[player]) this.#propose(player, squads[player].squad);
  }

  #basesOf(player: Player): ReadonlySet<string | undefined> {
    return new Set(this.squads[player]?.proposals.flatMap(({ shipId }) => shipId ?? []));
  }

  /** A base is one ship: assigned to another, it is no longer the former. */
  #pick(player: Player, index: number, shipId: string | undefined): void {
    const entries = PLAYERS.flatMap((one) => {
      const { squad, proposals } = this.squads[one] ?? {};
      if (!squad || !proposals) return [];
      const picked = proposals.map((proposal) => {
        if (one === player && proposal.index === index) return { ...bare(proposal), ...(shipId && { shipId }) };
        return shipId !== undefined && proposal.shipId === shipId ? bare(proposal) : proposal;
      });
      return [[one, { squad, proposals: picked }] as const];
    });
    this.squads = Object.fromEntries(entries);
    this.#isAssigned = true;
  }

  #assigned(): readonly AssignedShip[] {
    return PLAYERS.flatMap((player) =>
      (this.squads[player]?.proposals ?? []).flatMap(({ index, shipId }) =>
        shipId !== undefined && this.table.ships.some(({ id }) => id === shipId)
          ? [{ shipId, player, ship: this.squads[player]!.squad.ships[index]! }]
          : [],
      ),
    );
  }

  readonly #picked = async (event: Event) => {
    const input = event.target as HTMLInputElement;
    const [file] = input.files ?? [];
    input.value = '';
    if (!file) return;
    if (file.size === 0) {
      this.problem = problemWords(emptyFile(file.name));
      return;
    }
    const picture = await createImageBitmap(file).catch(() => undefined);
    if (!picture && !file.type.startsWith('image/')) {
      this.#read(await textOf(file).catch(() => ''));
      return;
    }
    const text = picture && (await readQr(picture, holdsSquad).catch(() => undefined));
    picture?.close();
    if (text === undefined) this.problem = translate(NO_CODE);
    else this.#read(text);
  };

  readonly #useShips = () => {
    this.#edits = squadEdits(this.#assigned(), this.table, this.#before);
    this.#hide();
  };

  #hide(): void {
    this.dialog.open = false;
  }

  readonly #close = () => {
    const documents = Object.fromEntries(
      PLAYERS.flatMap((player) => (this.squads[player] ? [[player, this.squads[player].squad.document]] : [])),
    );
    emit(this, 'hm-squads', { documents, squads: this.#isAssigned ? this.squads : undefined, edits: this.#edits, fresh: this.#fresh });
  };
}

const otherOf = (player: Player): Player => (player === 1 ? 2 : 1);

const idsOf = ({ ships }: Table): string => ships.map(({ id }) => id).join();

/** A ship of a squad without a base. */
const bare = ({ player, index }: Proposal): Proposal => ({ player, index });

/** A stored squad; undefined where there is none, or it is damaged. */
function squadOf(document: unknown): Squad | undefined {
  if (document === undefined) return undefined;
  try {
    return readSquad(document);
  } catch {
    return undefined;
  }
}
