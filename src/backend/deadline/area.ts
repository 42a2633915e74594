import type { AreaWork } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import type { Instant } from '#domain/tokyo.ts'
import { deadlineHandlers } from './api.ts'
import { notifyUndoLimits } from './commands/notify-undo-limits.ts'
import { calendarOfOrders, readFeed } from './queries/calendar.ts'

/** The dates a member should know, as a list and as a calendar: of the orders under way and of what areas declare. */
export function createDeadlineArea(deps: ProcedureDeps) {
  const work: AreaWork = {
    tasks: [{ name: 'limits of undoing near', run: (now) => notifyUndoLimits(deps, now) }],
  }
  const calendar = {
    feed: (db: Db, secret: string, now: Instant) => readFeed(db, deps, secret, now),
    ofOrders: (db: Db, contractId: string, orderNos: readonly string[], now: Instant) =>
      calendarOfOrders(db, deps, contractId, orderNos, now),
  }
  return { handlers: deadlineHandlers(deps), work, calendar }
}
