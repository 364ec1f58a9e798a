import { defineApp, version as platformVersion } from 'zapier-platform-core';
import packageJson from '../package.json' with { type: 'json' };
import { authentication } from './authentication.ts';
import { creates } from './creates/index.ts';
import { hydrators } from './hydrators.ts';
import { searches, searchOrCreates } from './searches/index.ts';
import { triggers } from './triggers/index.ts';

export default defineApp({
  version: packageJson.version,
  platformVersion,
  authentication,
  hydrators,
  triggers,
  creates,
  searches,
  searchOrCreates,
  // Empty inputs are left to the app, and every status is judged by the client.
  flags: {
    cleanInputData: false,
    skipThrowForStatus: true,
    throwForThrottlingEarly: false,
    // Every request goes through `z.request`, which logs it; without this the engine patches Node's http for the process.
    skipHttpPatch: true,
  },
});
