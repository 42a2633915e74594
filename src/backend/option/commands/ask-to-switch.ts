import { askOfLine, newExchangeId, requestExchange, sealFields } from '#backend/carrier/exchange.ts'
import { lineOf, type LoadedContract } from '#backend/contract/load.ts'
import type { Db } from '#backend/db/connect.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { options } from '#domain/catalogue/option.ts'
import type { Instant } from '#domain/tokyo.ts'
import { placeOfOrder, type JoinOrder, type LeaveOrder } from '../procedure.ts'
import { openSettings } from '../rows.ts'

type Deps = Pick<ProcedureDeps, 'queue' | 'sealing'>

/** Asks for the option with what the member chose for it. */
export const askToSwitchOn: Ask<JoinOrder> = (tx, deps, known, order, now) =>
  ask(tx, deps, known, { order, on: true, chosen: order.details.settings, now })

export const askToSwitchOff: Ask<LeaveOrder> = (tx, deps, known, order, now) =>
  ask(tx, deps, known, { order, on: false, chosen: undefined, now })

type Ask<Order> = (
  tx: Db,
  deps: Deps,
  known: LoadedContract,
  order: Order,
  now: Instant,
) => Promise<unknown>

type Switch = {
  readonly order: JoinOrder | LeaveOrder
  readonly on: boolean
  readonly chosen: JoinOrder['details']['settings']
  readonly now: Instant
}

/** The call is made by the worker, and its answer comes to takeSwitchAnswer. */
async function ask(
  tx: Db,
  { queue, sealing }: Deps,
  known: LoadedContract,
  { order, on, chosen, now }: Switch,
) {
  const exchangeId = newExchangeId()
  const { contract_id: contractId, order_no: orderNo } = order
  const { code, lineId } = placeOfOrder(order)
  const { switched } = options[code]
  if (switched.by === 'us') throw new Error(`${code} is switched by us`)
  const settings = openSettings(sealing, contractId, { code, lineId }, chosen)
  const more = { orderNo, exchangeId, now }
  if (switched.by === 'provider') {
    const { service } = switched
    const request = { type: 'service', service, memberRef: contractId, on } as const
    return requestExchange(tx, queue, { ...more, contractId, request })
  }
  const command = `services/${switched.service}`
  return askOfLine(
    tx,
    queue,
    lineOf(known, lineId ?? ''),
    {
      type: 'command',
      command,
      body: { on },
      ...(settings && { sealedFields: sealFields(sealing, exchangeId, settings) }),
    },
    more,
  )
}
