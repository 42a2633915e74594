import { sql } from 'kysely'
import { cancellation, initialCancel } from '#backend/cancellation/procedure.ts'
import type { OrderKey, OrderRow } from '#backend/contract/orders.ts'
import type { Db } from '#backend/db/connect.ts'
import { optionJoin, optionLeave } from '#backend/option/procedure.ts'
import { deviceClaim, deviceRegister } from '#backend/device/procedure.ts'
import { handover, takeover } from '#backend/handover/procedure.ts'
import { paperCopy } from '#backend/document/procedure.ts'
import { phoneMove } from '#backend/phone-move/procedure.ts'
import { planSizeChange } from '#backend/plan-size/procedure.ts'
import { portOut } from '#backend/port-out/procedure.ts'
import {
  advanceOrder as advanceBy,
  openOrder as openBy,
  type NewOrder,
  type OrderStep,
} from '#backend/procedure/orders.ts'
import { simOrder } from '#backend/sim/procedure.ts'
import type { Machine } from '#domain/machine.ts'
import type { OrderProcedure } from '#vocabulary/operation.ts'
import type { Harness } from './harness.ts'

/** Opens an order by any event of its table, with details that its procedure can read. @returns its number. */
export async function openOrder(
  tx: Db,
  order: Omit<NewOrder, 'details'> & { details?: Record<string, unknown> },
): Promise<string> {
  const { machine, details, isOver } = writerOf(order.procedure)
  const opened = await machine((known) => {
    const event = eventIn(known, order.event)
    return openBy(tx, known, isOver, { ...order, event, details: { ...details, ...order.details } })
  })
  return opened.order_no
}

export async function advanceOrder(tx: Db, key: OrderKey, step: OrderStep): Promise<OrderRow> {
  const { procedure } = await tx
    .selectFrom('procedure_order')
    .select('procedure')
    .where('contract_id', '=', key.contractId)
    .where('order_no', '=', key.orderNo)
    .executeTakeFirstOrThrow()
  const { machine, isOver } = writerOf(procedure)
  return machine((known) =>
    advanceBy(tx, known, isOver, key, { ...step, event: eventIn(known, step.event) }),
  )
}

/**
 * What the tests before have left open is over: the carrier and the reader are asked after every order there is, and a test
 * of a later day would end them all. Nothing else of them is changed.
 */
export async function letGoOfOrders({ database: { db }, clock }: Harness) {
  await db
    .updateTable('procedure_order')
    .set({
      state: 'voided',
      closed_at: clock.now(),
      details: sql`details || '{"letterSealed": null}'`,
    })
    .where('closed_at', 'is', null)
    .execute()
  await db
    .updateTable('carrier_exchange')
    .set({ state: 'rejected' })
    .where('state', 'in', ['held', 'requested', 'sent', 'unknown'])
    .execute()
  await db
    .updateTable('hold')
    .set({ state: 'withdrawn' })
    .where('state', 'in', ['held', 'needs_confirmation'])
    .execute()
  await db
    .updateTable('identity_check')
    .set({ state: 'expired' })
    .where('state', 'in', ['waiting', 'reading', 'unreadable'])
    .execute()
}

type Use<Answer> = <State extends string, Event extends string>(
  machine: Machine<State, Event>,
) => Answer

function writerOf(procedure: OrderProcedure) {
  const wanted = { order: 'reissue', kind: 'voice', simSize: 'nano' }
  switch (procedure) {
    case 'planSizeChange':
      return writer(planSizeChange, { fromPlan: 20, toPlan: 30 })
    case 'simAdd':
    case 'simReissue':
    case 'simKindChange':
    case 'lineOpen':
      return writer(simOrder, { wish: wanted })
    case 'phoneMove':
      return writer(phoneMove, { proof: 'wait', kind: 'voice', fromSize: 'nano' })
    case 'lineCancel':
    case 'contractCancel':
      return writer(cancellation, {})
    case 'initialCancel':
      return writer(initialCancel, {})
    case 'portOut':
      return writer(portOut, { exchangeId: 'exc_test' })
    case 'lineHandover':
      return writer(handover, {})
    case 'lineTakeover':
      return writer(takeover, {})
    case 'optionJoin':
      return writer(optionJoin, { optionCode: 'security', termsVersion: '2.1' })
    case 'optionLeave':
      return writer(optionLeave, { optionCode: 'security' })
    case 'deviceRegister':
      return writer(deviceRegister, { deviceId: 'dev_t', maker: '', name: '', termsVersion: '1.2' })
    case 'deviceClaim':
      return writer(deviceClaim, {
        claimId: 'clm_test',
        deviceId: 'dev_test',
        deviceName: 'Pixel 9',
        basis: 'cover',
        cause: 'damage',
        happenedOn: '2026-11-19',
        storySealed: 'sealed',
        feeYen: 0,
        termsVersion: '1.2',
      })
    case 'paperCopy':
      return writer(paperCopy, { docId: 'doc_test', documentTitle: '契約書面', feeYen: 220 })
  }
}

function writer<State extends string, Event extends string>(
  procedure: { machine: Machine<State, Event>; isOver: (state: string) => boolean },
  details: Record<string, unknown>,
) {
  return {
    details,
    isOver: procedure.isOver,
    machine: <Answer>(use: Use<Answer>) => use(procedure.machine),
  }
}

function eventIn<State extends string, Event extends string>(
  machine: Machine<State, Event>,
  text: string,
): Event {
  const event = machine.events.find((one) => one === text)
  if (event === undefined) throw new Error(`${machine.name} has no event ${text}`)
  return event
}
