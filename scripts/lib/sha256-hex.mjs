import { createHash } from 'node:crypto';

/** The SHA-256 of bytes or a text, in hexadecimal digits. */
export const sha256Hex = (content) => createHash('sha256').update(content).digest('hex');
