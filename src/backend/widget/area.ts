import type { AreaDeps, AreaWork } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'
import { widgetHandlers } from './api.ts'
import { readCard } from './queries/card.ts'

/** Cards of what is left, read without a login by whoever has their address (docs/decisions/109). */
export function createWidgetArea(deps: AreaDeps) {
  const work: AreaWork = {}
  const card = (db: Db, secret: string, now: Instant) => readCard(db, deps, secret, now)
  return { handlers: widgetHandlers(deps), work, card }
}
