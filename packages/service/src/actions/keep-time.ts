import type { ActionContext } from './context.ts';
import { catchUp } from './move.ts';
import { sealIfDone } from './seal.ts';

/**
 * Does what is due by the clock: expiry notices, expiries, and seals that a failure or a stop of the service left
 * undone. Resolves when all of it is done.
 */
export async function keepTime(context: ActionContext): Promise<void> {
  const seals: Promise<void>[] = [];
  const seen = new Set<string>();
  for (;;) {
    const due = context.store.documents.due(context.clock.now()).filter((id) => !seen.has(id));
    if (due.length === 0) break;
    for (const id of due) {
      seen.add(id);
      try {
        if (catchUp(context, id)) seals.push(sealIfDone(context, id));
      } catch (error) {
        context.report(`keeping the time of ${id}`, error);
      }
    }
  }
  await Promise.all(seals);
}
