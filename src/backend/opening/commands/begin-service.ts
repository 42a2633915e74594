import { shortestPath } from '#backend/carrier/shortest-path.ts'
import { bookCharges } from '#backend/contract/booked-charges.ts'
import { changeContract } from '#backend/contract/change.ts'
import { findLines, lockContract, type ContractRow } from '#backend/contract/contracts.ts'
import { planCodeOf } from '#backend/contract/facts.ts'
import { keyOf } from '#backend/contract/orders.ts'
import type { By } from '#backend/contract/who.ts'
import { giveFirstBase } from '#backend/data/public.ts'
import type { Db } from '#backend/db/connect.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import type { LineMove } from '#backend/sim/public.ts'
import { recordChange } from '#backend/step/record-change.ts'
import { contractStates, type ContractEvent } from '#domain/contract/contract-states.ts'
import { simOrderCosts } from '#domain/sim/sim-order-costs.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { welcomeMessage } from '../messages.ts'
import { endUnlessBegun } from './end-opening.ts'
import { joinChosen } from './join-chosen.ts'

export type ServiceDeps = Pick<ProcedureDeps, 'engine' | 'book' | 'log' | 'sealing' | 'queue'>

/** What a step of a line's order means for the new contract: it is shipped, begins with its first line, or comes to nothing. */
export async function followLine(
  tx: Db,
  deps: ServiceDeps,
  by: By,
  { order, at, chosen }: LineMove,
) {
  const contract = await lockContract(tx, order.contract_id)
  // The contract was withdrawn meanwhile: a line that the carrier could not stop any more begins nothing.
  if (contractStates.isTerminal(contract.status)) return
  if (order.state === 'shipped') return walk(tx, contract, 'shipped', at)
  if (order.state !== 'switched' && order.state !== 'auto_switched')
    return endUnlessBegun(tx, deps, by, { contract, isWithdrawn: order.state === 'cancelled', at })
  await beginService(tx, deps, by, { contract, at })
  const { order_no: orderNo, line_id: lineId } = order
  await joinChosen(tx, deps, contract, { orderNo, lineId: lineId ?? '', chosen, at })
}

/** Service begins with the first line; what each line costs once is booked in this month (billing.md 9). */
export async function beginService(
  tx: Db,
  deps: ServiceDeps,
  by: By,
  { contract, at }: { readonly contract: ContractRow; readonly at: Instant },
) {
  if (contract.started_on !== null) return
  const startedOn = toTokyoDate(at)
  const { contract_id: contractId } = contract
  await walk(tx, contract, 'active', at)
  await changeContract(tx, contractId, { started_on: startedOn }, { actor: 'carrier', now: at })
  const lines = await findLines(tx, contractId)
  for (const order of await openingOrders(tx, contractId)) {
    const line = lines.find(({ line_id }) => line_id === order.line_id)
    if (line === undefined) continue
    const costs = simOrderCosts('add', line.sim_size, toTokyoDate(order.requested_at), deps.book)
    await bookCharges(tx, { ...keyOf(order), lineId: line.line_id }, costs, at)
  }
  const planCode = planCodeOf(contract)
  await giveFirstBase(tx, deps, { contractId, planCode, startedOn }, by.now)
  await recordChange(tx, deps.engine, by, {
    action: 'service-started',
    target: contractId,
    details: { startedOn },
    message: (accountId) =>
      welcomeMessage({ accountId, contractId, planCode, lines, startedOn, sealing: deps.sealing }),
  })
}

const openingOrders = (db: Db, contractId: string) =>
  db
    .selectFrom('procedure_order')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('procedure', '=', 'lineOpen')
    .where('state', 'not in', ['cancelled', 'failed'])
    .execute()

const forward: readonly ContractEvent[] = [
  'preparation_started',
  'sim_shipped',
  'activation_started',
  'service_started',
]

async function walk(tx: Db, contract: ContractRow, to: 'shipped' | 'active', at: Instant) {
  const { contract_id: contractId, status } = contract
  if (!contractStates.isState(status)) return
  for (const { state, actor } of shortestPath(contractStates, status, to, forward) ?? [])
    await changeContract(tx, contractId, { status: state }, { actor, now: at })
}
