import type { AreaWork } from '#backend/area.ts'
import { watchOn } from '#backend/hold/holds.ts'
import type { FindSubject } from '#backend/identity/public.ts'
import type { LetterPort } from '#backend/ports/letter.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { phoneMoveHandlers } from './api.ts'
import { stopMove } from './commands/act-on-move.ts'
import { WATCHED_HOURS } from './commands/begin-move.ts'
import { followLetters } from './commands/follow-letters.ts'
import { takeCarrierAnswer } from './commands/take-carrier-answer.ts'
import { takeIdentityResult } from './commands/take-identity-result.ts'
import { lapseUnproved, pollCarrier, completeMoves, takerOfReports } from './commands/work-due.ts'
import { phoneMove } from './procedure.ts'
import { subjectOfMove } from './queries/subject.ts'

/** Lines that go from one phone to another (decision 112). */
export function createPhoneMoveArea(shared: ProcedureDeps, letters: LetterPort | undefined) {
  const deps = { ...shared, letters, now: shared.clock.now }
  const take = takerOfReports(deps)
  const work: AreaWork = {
    tasks: [
      { name: 'phone moves at the carrier', run: () => pollCarrier(deps) },
      { name: 'phone move letters', run: (now) => followLetters(deps, now) },
      { name: 'phone moves completed', run: (now) => completeMoves(deps, now) },
      { name: 'phone moves without proof', run: (now) => lapseUnproved(deps, now) },
    ],
    onExchange: [(tx, outcome, now) => takeCarrierAnswer(tx, deps, outcome, now)],
    onCarrierReport: [(report) => take(report.orderId, [report])],
    onIdentity: [(tx, concluded, now) => takeIdentityResult(tx, deps, concluded, now)],
    holdEnds: [
      {
        operations: phoneMove.names,
        stopped: (tx, hold, now) => stopMove(tx, deps, hold, now),
        released: (tx, hold, now) => watchOn(tx, hold, WATCHED_HOURS, now),
      },
    ],
  }
  const findSubject: FindSubject = (db, accountId, orderNo) =>
    subjectOfMove(db, deps.sealing, accountId, orderNo)
  return { handlers: phoneMoveHandlers(deps), work, findSubject }
}
