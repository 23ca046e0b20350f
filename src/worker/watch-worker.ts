import { expose } from 'comlink';
import type { Cv } from '../vision/runtime/opencv.js';
import { createChangeWatcher } from './change-watcher.js';

/** OpenCV: the measuring worker has already loaded it, so it comes from the browser's cache. */
const opened = import(new URL('./opencv.js', import.meta.url).href).then((module: { opened: Promise<{ cv: Cv }> }) => module.opened);

expose(createChangeWatcher(opened));
