import type { AreaDeps, AreaWork, AreaHandlers } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'
import { readCard, readWidgets } from './queries/card.ts'
import { memberOf } from '#backend/caller.ts'
import { whoOf } from '#backend/contract/who.ts'
import { makeWidget, removeWidget } from './commands/make-widget.ts'

/** Cards of what is left, read without a login by whoever has their address (docs/decisions/109). */
export function createWidgetArea(deps: AreaDeps) {
  const work: AreaWork = {}
  const card = (db: Db, secret: string, now: Instant) => readCard(db, deps, secret, now)
  return { handlers: widgetHandlers(deps), work, card }
}

function widgetHandlers(deps: Pick<AreaDeps, 'publicUrl'>) {
  return {
    widgetsGet: (_input, caller) => readWidgets(caller.db, memberOf(caller).contractId),

    widgetsPost: ({ body }, caller) => makeWidget(caller.db, deps, whoOf(caller), body),

    async widgetsDelete({ query }, caller) {
      const who = whoOf(caller)
      await removeWidget(caller.db, who, query)
      return readWidgets(caller.db, who.contractId)
    },
  } satisfies AreaHandlers
}
