import type { AreaWork } from '#backend/area.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { optionHandlers } from './api.ts'
import { endLeftOptions } from './commands/end-left-options.ts'
import { endOptionsOfEnded } from './commands/end-options-of-ended.ts'
import { takeSwitchAnswer } from './commands/take-answer.ts'

export function createOptionArea(deps: ProcedureDeps) {
  const { db } = deps.database
  const work: AreaWork = {
    onExchange: [(tx, outcome, now) => takeSwitchAnswer(tx, deps, outcome, now)],
    tasks: [
      {
        name: 'options that were left',
        run: (now) => endLeftOptions(deps, now),
      },
      {
        name: 'options of what has ended',
        run: (now) => db.transaction().execute((tx) => endOptionsOfEnded(tx, deps, now)),
      },
    ],
  }
  return { handlers: optionHandlers(deps), work }
}
