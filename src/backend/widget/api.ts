import type { AreaDeps, AreaHandlers } from '#backend/area.ts'
import { memberOf } from '#backend/caller.ts'
import { whoOf } from '#backend/contract/who.ts'
import { makeWidget, removeWidget } from './commands/make-widget.ts'
import { readWidgets } from './queries/card.ts'

export function widgetHandlers(deps: Pick<AreaDeps, 'publicUrl'>) {
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
