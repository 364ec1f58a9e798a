import { randomBytes } from 'node:crypto';
import type { Ids } from './domain/ports.ts';

/** 128 random bits for an id, 256 for a secret. */
export const randomIds: Ids = {
  next: (prefix) => `${prefix}_${randomBytes(16).toString('hex')}`,
  secret: () => randomBytes(32).toString('base64url'),
};
