import OBSWebSocket from 'obs-websocket-js/json';
import { type Phrase, phrase } from '../../texts/phrase.js';

/** State of a streaming program, as the console shows it. */
export interface ObsState {
  readonly scenes: readonly string[];
  readonly current: string | undefined;
  /** Why there is no link, and what to do. */
  readonly problem: Phrase | undefined;
  /** Result of loading the overlays again. */
  readonly news?: Phrase | undefined;
}

export interface ObsLink {
  /** Switches the program to a scene; a refusal is reported as the state's problem. */
  switchTo(scene: string): Promise<void>;
  /**
   * Has OBS load every browser source again that shows an overlay: one that OBS could not load, since it was started before Hashmark, stays
   * blank otherwise.
   */
  reloadOverlays(): Promise<void>;
  close(): Promise<void>;
}

const NONE: ObsState = { scenes: [], current: undefined, problem: undefined, news: undefined };
/** The code with which OBS closes a connection whose password is wrong. */
const AUTHENTICATION_FAILED = 4009;

/** Links to OBS by its own WebSocket server (built in since OBS 28; Tools, WebSocket Server Settings) and follows its scenes. */
export async function linkObs(url: string, password: string, onState: (state: ObsState) => void): Promise<ObsLink> {
  const obs = new OBSWebSocket();
  let state = NONE;
  const update = (change: Partial<ObsState>): void => {
    state = { ...state, ...change };
    onState(state);
  };
  const read = async (): Promise<void> => {
    const { scenes, currentProgramSceneName } = await obs.call('GetSceneList');
    // OBS lists the lowest first.
    update({ scenes: scenes.map(({ sceneName }) => String(sceneName)).reverse(), current: currentProgramSceneName, problem: undefined });
  };
  obs.on('CurrentProgramSceneChanged', ({ sceneName }) => update({ current: sceneName }));
  obs.on('SceneListChanged', () => void read().catch(() => undefined));
  obs.on('ConnectionClosed', ({ code }) => update({ ...NONE, problem: problemOf(code) }));
  try {
    await obs.connect(url, password || undefined);
    await read();
  } catch (error) {
    update({ ...NONE, problem: problemOf((error as { readonly code?: number }).code) });
  }
  return {
    async switchTo(sceneName) {
      await obs
        .call('SetCurrentProgramScene', { sceneName })
        .catch((error: Error) => update({ problem: phrase('obs-refuses', error.message) }));
    },
    async reloadOverlays() {
      update({ news: undefined, problem: undefined });
      try {
        const reloaded = await reloadIn(obs);
        update(reloaded > 0 ? { news: phrase('obs-overlays-loaded', reloaded) } : { problem: phrase('obs-has-no-overlay') });
      } catch (error) {
        update({ problem: phrase('obs-refuses', (error as Error).message) });
      }
    },
    async close() {
      obs.removeAllListeners();
      await obs.disconnect();
    },
  };
}

/** Presses “Refresh cache of current page” of each browser source with an overlay's address; resolves to their number. */
async function reloadIn(obs: OBSWebSocket): Promise<number> {
  const { inputs } = await obs.call('GetInputList', { inputKind: 'browser_source' });
  let reloaded = 0;
  for (const { inputName } of inputs) {
    const source = { inputName: String(inputName) };
    const { inputSettings } = await obs.call('GetInputSettings', source);
    if (!/^https?:\/\/[^/]+\/overlay(?:\.html)?[?#]/.test(String(inputSettings.url))) continue;
    await obs.call('PressInputPropertiesButton', { ...source, propertyName: 'refreshnocache' });
    reloaded += 1;
  }
  return reloaded;
}

function problemOf(code: number | undefined): Phrase {
  if (code === AUTHENTICATION_FAILED) return phrase('obs-does-not-accept');
  return phrase('obs-cannot-reached-obs');
}
