import { expose } from 'comlink';
import { createVision } from './vision.js';

expose(createVision());
