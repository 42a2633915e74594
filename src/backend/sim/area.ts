import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import type { AreaWork } from '#backend/area.ts'
import { findLines, type LineRow } from '#backend/contract/contracts.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { OrderChecks } from '#backend/identity/order-checks.ts'
import { cancelSimOrder } from './cancel-order.ts'
import { simHandlers } from './handlers.ts'
import { createIdentityListener } from './identity-result.ts'
import type { OpeningHooks } from './effects.ts'
import { createSimListener } from './listener.ts'
import { openingProgress, openLine, withdrawLines, type NewLine } from './open-line.ts'
import { chosenOptions, sealChosen } from './chosen-options.ts'
import { insertPreparingLine, stepLine, switchLine } from './new-line.ts'
import { simOrder } from './procedure.ts'
import { stopSimOrders } from './stop-orders.ts'
import { createSimTaker, simSweeps } from './sweeps.ts'

export type SimArea = ReturnType<typeof createSimArea>

export function createSimArea(shared: ProcedureDeps, identity: OrderChecks, opening: OpeningHooks) {
  const deps = { ...shared, identity, opening, now: shared.clock.now }
  const take = createSimTaker(deps)
  const work: AreaWork = {
    sweeps: simSweeps(deps, take),
    onExchange: [createSimListener(deps)],
    onCarrierReport: [(report) => take(report.orderId, [report])],
    onIdentity: [createIdentityListener(deps)],
    holdEnds: [
      {
        operations: simOrder.names,
        async stopped(tx, { account_id: accountId, contract_id, order_no: orderNo }, now) {
          const who = { actor: 'member', accountId, contractId: contract_id ?? '', now } as const
          await cancelSimOrder(tx, deps, who, orderNo)
        },
      },
    ],
  }
  const stopOrders = (tx: Db, lines: readonly LineRow[], at: Instant) =>
    stopSimOrders(tx, deps, lines, at)
  /** The lines of a new contract. */
  const lines = {
    open: (tx: Db, who: Who, wanted: NewLine) => openLine(tx, deps, who, wanted),
    withdraw: (tx: Db, who: Who) => withdrawLines(tx, deps, who),
    progress: openingProgress,
  }
  /** A line of a new contract that comes with its SIM from another one (decision 067). */
  const { sealing } = deps
  const linesToCome = {
    prepare: async (
      tx: Db,
      contractId: string,
      line: Parameters<typeof insertPreparingLine>[4],
    ): Promise<LineRow> =>
      insertPreparingLine(tx, sealing, contractId, await findLines(tx, contractId), line),
    activate: (
      tx: Db,
      line: LineRow,
      to: Parameters<typeof switchLine>[3],
      at: Instant,
    ): Promise<void> => switchLine(tx, sealing, line, to, at),
    giveUp: (tx: Db, line: LineRow, now: Instant): Promise<void> =>
      stepLine(tx, line, 'preparation_cancelled', { actor: 'system', now }),
    sealChosen: (
      line: { contract_id: string; line_id: string },
      chosen: Parameters<typeof sealChosen>[2],
    ) => sealChosen(sealing, line, chosen),
    openChosen: (order: Parameters<typeof chosenOptions>[1]) => chosenOptions(sealing, order),
  }
  return { handlers: simHandlers(deps), work, stopOrders, lines, linesToCome }
}
