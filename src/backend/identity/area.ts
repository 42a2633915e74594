import type { AreaDeps, AreaWork, IdentityListener } from '#backend/area.ts'
import type { IdentityPort } from '#backend/ports/identity.ts'
import { findOpenSessions } from './checks.ts'
import { identityHandlers } from './handlers.ts'
import { createIdentityService, type FindSubject } from './service.ts'
import { identityHeld } from './held.ts'

export type IdentityArea = ReturnType<typeof createIdentityArea>

/**
 * @param listeners of the areas whose orders wait for a check; they are made before this one
 * @param findSubject what a check compares that is about other values than the registered ones
 */
export function createIdentityArea(
  { database, clock, sealing, publicUrl }: AreaDeps,
  identity: IdentityPort,
  listeners: readonly IdentityListener[],
  findSubject: FindSubject,
) {
  const service = createIdentityService({
    database,
    sealing,
    identity,
    publicUrl,
    now: clock.now,
    listeners,
    findSubject,
  })

  /** The safety net under the reader's callbacks: also finds sessions whose time ran out. */
  async function poll() {
    for (const { session_id } of await findOpenSessions(database.db)) {
      // A reader that does not answer is asked again in an hour.
      if (session_id && !(await service.poll(session_id))) return
    }
  }

  const work: AreaWork = {
    held: identityHeld,
    tasks: [
      { name: 'identity sessions', run: poll },
      { name: 'identity decisions', run: service.carryOut },
    ],
  }
  return { handlers: identityHandlers(service), work, service }
}
