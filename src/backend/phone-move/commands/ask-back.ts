import { findLine } from '#backend/contract/contracts.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { phoneMove } from '../procedure.ts'
import type { MoveOrder } from '../rows/details.ts'
import { requestAct } from './ask-carrier.ts'
import type { MoveDeps } from './begin-move.ts'

/** Asks for the line back, for the member: pressed, by the link of a message, or because that came while the carrier was silent. */
export async function askBack(tx: Db, deps: MoveDeps, by: By, order: MoveOrder, byLink = false) {
  const line = await findLine(tx, order.contract_id, order.line_id ?? '')
  await requestAct(tx, deps, by, order, line, 'move-back')
  return takeOrderStep(tx, deps.engine, by, {
    procedure: phoneMove,
    step: phoneMove.advance(order.order_no, {
      event: 'roll_back_asked',
      merge: {
        backAttempts: order.details.backAttempts + 1,
        actAnswer: null,
        ...(byLink && { stoppedByLink: true }),
      },
    }),
    audit: { action: 'phone-move-roll-back-asked', details: { byLink } },
  })
}
