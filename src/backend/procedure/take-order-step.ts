import { holdExchanges } from '#backend/carrier/exchanges-on-hold.ts'
import type { OrderRow } from '#backend/contract/orders.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { placeHold, type Holds } from '#backend/hold/holds.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import type { Happened } from '#backend/mail/outbox.ts'
import {
  accountOf,
  postAbout,
  recordNote,
  type Details,
  type StepDeps,
} from '#backend/step/record-change.ts'
import type { ListFacet, StateFacet } from './definition.ts'
import { loadOrderFacts, type OrderFacts } from './order-facts.ts'
import { setHoldEnd } from './orders.ts'

/** What steps are taken with: the outbox, what lines are named by, and the holds of changes from new devices. */
export type StepEngine = StepDeps & { readonly sealing: Sealing; readonly holds: Holds }

type Procedure = StateFacet & Pick<ListFacet, 'addsLine'>

/**
 * One step of an order: its row and event (with the receipt, which is made of the row), its audit entry, and the message.
 * Without `message` the member gets none. An order that follows a login from a new device is put on hold.
 */
export async function takeOrderStep<Row extends OrderRow>(
  tx: Db,
  engine: StepEngine,
  by: By,
  change: {
    procedure: Procedure
    /** Of `procedure.open`, `.advance` or `.patch`; or the order, where its step was taken already. */
    step: Row | ((tx: Db, by: By) => Promise<Row>)
    /** Past tense: `plan-size-booked`. */
    audit: { readonly action: string; readonly details?: Details }
    message?: ((facts: OrderFacts<Row>) => MemberMessage) | undefined
  },
): Promise<Row> {
  const { procedure, step, audit, message } = change
  const taken = typeof step === 'function' ? await step(tx, by) : step
  const row = await holdNewDevice(tx, engine, by, procedure, taken)
  await recordNote(tx, by, { ...audit, target: row.order_no })
  const accountId = await accountOf(tx, by)
  await engine.outbox.notifyHooks(tx, [stateOf(accountId, row)], by.now)
  if (message) {
    const facts = await loadOrderFacts(tx, engine.sealing, procedure, accountId, row)
    const said = sayOnBehalf(message(facts), by)
    // What is on hold is news to the owner.
    await postAbout(tx, engine, by, [row.held_until === null ? said : { ...said, isOwnAct: false }])
  }
  return row
}

/** What the member's own programs are told of: each state once. */
const stateOf = (accountId: string, row: OrderRow): Happened => ({
  accountId,
  sourceRef: `order/${row.order_no}/${row.state}`,
  event: {
    type: 'order.changed',
    data: {
      contractId: row.contract_id,
      orderNo: row.order_no,
      procedure: row.procedure,
      state: row.state,
    },
  },
})

/** Whether staff act for the member, by the member's own rules: the case that says so, and who. */
function onBehalfOf({ actor, staffId, caseNo }: By) {
  return actor === 'staff' && staffId !== undefined && caseNo !== undefined
    ? { staffId, caseNo }
    : undefined
}

/** What staff have done is told to every contact, with the case it was done in. */
function sayOnBehalf(message: MemberMessage, by: By): MemberMessage {
  const acting = onBehalfOf(by)
  if (acting === undefined) return message
  return {
    ...message,
    isToAllContacts: true,
    paragraphs: [
      `お電話で承り、当社の担当者がお客さまに代わって操作しました（お問い合わせ ${acting.caseNo}）。だれが何をしたかは、マイページの「閲覧と代理の記録」にあります。`,
      ...message.paragraphs,
    ],
  }
}

/** Puts an order that is opened from a new device, or by staff on behalf, on hold, where its procedure says for how long. */
async function holdNewDevice<Row extends OrderRow>(
  tx: Db,
  { holds }: StepEngine,
  by: By,
  { holdHours: hours }: Procedure,
  row: Row,
): Promise<Row> {
  const isOpening =
    row.held_until === null &&
    row.closed_at === null &&
    // PostgreSQL stores less of an instant than the clock gives.
    row.requested_at.epochMilliseconds === by.now.epochMilliseconds
  if (hours === undefined || !isOpening || by.fromNewDevice === undefined) return row
  const { contract_id: contractId, order_no: orderNo, procedure: operation } = row
  const accountId = await accountOf(tx, by)
  const request = {
    accountId,
    contractId,
    orderNo,
    operation,
    sessionHash: by.fromNewDevice,
    hours,
    onBehalf: onBehalfOf(by),
  }
  const until = await placeHold(tx, holds, request, by.now)
  const details = request.onBehalf === undefined ? {} : ({ onHoldByStaff: true } as const)
  await setHoldEnd(tx, row, until, details)
  await holdExchanges(tx, { contractId, orderNo })
  await recordNote(tx, by, { action: 'order-held', target: orderNo })
  return { ...row, held_until: until, details: { ...row.details, ...details } }
}
