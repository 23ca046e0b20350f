import { expose } from 'comlink';
import { createChangeWatcher } from './change-watcher.js';

expose(createChangeWatcher());
