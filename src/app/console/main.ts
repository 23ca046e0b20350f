import { relayUrlFor } from '../../relay/wire/topics.js';
import { beginIn, ownLanguage } from '../locales/language.js';
import { brokerOf } from '../overlay/overlay-address.js';
import { tokenOf } from '../state/page-address.js';
import { HmConsole } from './hm-console.js';

const url = new URL(location.href);
const page = new HmConsole();
page.table = url.searchParams.get('table') ?? '';
page.token = tokenOf(url);
page.relay = brokerOf(url.searchParams) ?? relayUrlFor(location.href);
beginIn(ownLanguage(), () => document.body.append(page));
