import { z } from 'zod'
import type { LineRow } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { findRow } from '#backend/db/rows.ts'
import { defineJob, type JobQueue } from '#backend/jobs/queue.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'

/**
 * What is asked of the carrier: a line command that takes effect at once, an order that goes through states, or the
 * answer to a one-stop hand-off, which becomes such an order; in which device it sees a SIM; or of the provider: a
 * service of the group, on or off. What is personal or secret in it is sealed (`sealFields`) and opened only for the call.
 */
export const carrierRequest = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('command'),
    lineRef: z.string(),
    command: z.string(),
    body: z.record(z.string(), z.unknown()),
    sealedFields: z.string().optional(),
  }),
  z.object({
    type: z.literal('service'),
    service: z.string(),
    memberRef: z.string(),
    on: z.boolean(),
  }),
  z.object({ type: z.literal('seenDevice'), lineRef: z.string() }),
  z.object({
    type: z.literal('order'),
    lineRef: z.string(),
    kind: z.string(),
    fields: z.record(z.string(), z.unknown()),
    sealedFields: z.string().optional(),
  }),
  z.object({
    type: z.literal('consent'),
    lineRef: z.string(),
    sealedToken: z.string(),
    result: z.enum(['consented', 'declined']),
  }),
])
export type CarrierRequest = z.output<typeof carrierRequest>

export const fieldsAad = (exchangeId: string) => `carrier_exchange.fields:${exchangeId}`
const openedFields = z.record(z.string(), z.unknown())

/** Seals an address, an EID, a token for the request of this one exchange, whose id must be chosen before. */
export function sealFields(
  sealing: Sealing,
  exchangeId: string,
  fields: Record<string, unknown>,
): string {
  return sealing.seal(fieldsAad(exchangeId), JSON.stringify(fields))
}

/** What came back sealed with the answer to an exchange. @throws Error for what was sealed for another one. */
export function openFields(sealing: Sealing, exchangeId: string, sealed: string) {
  return openedFields.parse(JSON.parse(sealing.open(fieldsAad(exchangeId), sealed)))
}

export const newExchangeId = () => newId('cx')

/** Sends one exchange; its only side effect, so that a second run changes nothing at the carrier. */
export const carrierExchangeJob = defineJob({
  name: 'carrier-exchange',
  payload: z.object({ exchangeId: z.string() }),
  retryLimit: 3,
  retryDelaySeconds: 5,
})

/** Asks once more, under the same id, what became of an exchange without an answer. */
export const askExchangeAgainJob = defineJob({
  name: 'carrier-exchange-again',
  payload: z.object({ exchangeId: z.string() }),
  retryLimit: 1,
  retryDelaySeconds: 10,
})

/** What a finished exchange means to the area that asked; runs in the transaction that closes the exchange. */
export type ExchangeOutcome = {
  exchangeId: string
  contractId: string
  lineId: string | null
  orderNo: string | null
  request: CarrierRequest
  state: 'accepted' | 'rejected' | 'unknown'
  answer: Record<string, unknown>
}
export type ExchangeListener = (
  tx: Db,
  outcome: ExchangeOutcome,
  now: Temporal.Instant,
) => Promise<void>

/**
 * Asks for an exchange inside the member's transaction: the row and its job exist together with the change, or not
 * at all. The call itself is made by the worker, never while a transaction is open.
 * @returns the exchange's id, which is the carrier's idempotency id.
 */
export async function requestExchange(
  tx: Db,
  queue: JobQueue,
  ask: {
    contractId: string
    lineId?: string
    orderNo?: string
    request: CarrierRequest
    now: Temporal.Instant
    /** Given where the id must be known before or be the same in a second run. */
    exchangeId?: string
  },
) {
  const exchangeId = ask.exchangeId ?? newExchangeId()
  const state = (await isOnHold(tx, ask)) ? 'held' : 'requested'
  const inserted = await tx
    .insertInto('carrier_exchange')
    .values({
      contract_id: ask.contractId,
      exchange_id: exchangeId,
      order_no: ask.orderNo ?? null,
      line_id: ask.lineId ?? null,
      request: JSON.stringify(ask.request),
      state,
      answer: null,
      created_at: ask.now,
      changed_at: ask.now,
    })
    .onConflict((conflict) => conflict.column('exchange_id').doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 1n && state === 'requested')
    await queue.send(tx, carrierExchangeJob, { exchangeId })
  return exchangeId
}

/** Nothing goes out for an order that waits because it followed a login from a new device (decision 052). */
async function isOnHold(tx: Db, { contractId, orderNo }: { contractId: string; orderNo?: string }) {
  if (orderNo === undefined) return false
  const row = await findRow(
    tx,
    'procedure_order',
    { contract_id: contractId, order_no: orderNo },
    'held_until',
  )
  return row !== undefined && row.held_until !== null
}

type AskedLine = Pick<LineRow, 'contract_id' | 'line_id' | 'carrier_ref'>
type AboutLine<Request> = Request extends { lineRef: string } ? Omit<Request, 'lineRef'> : never

/** The same about a line, by the name the carrier knows it by. */
export function askOfLine(
  tx: Db,
  queue: JobQueue,
  line: AskedLine,
  request: AboutLine<CarrierRequest>,
  more: Omit<Parameters<typeof requestExchange>[2], 'contractId' | 'lineId' | 'request'>,
) {
  return requestExchange(tx, queue, {
    contractId: line.contract_id,
    lineId: line.line_id,
    request: { ...request, lineRef: line.carrier_ref },
    ...more,
  })
}

/** Asks the carrier to end a line at an instant, by an id under which a second run asks nothing twice. */
export function askToTerminate(
  tx: Db,
  queue: JobQueue,
  line: AskedLine,
  at: Temporal.Instant,
  more: { orderNo?: string; because: string; now: Temporal.Instant },
) {
  const { because, ...rest } = more
  const request = { type: 'order', kind: 'terminate', fields: { at: formatRfc3339(at) } } as const
  return askOfLine(tx, queue, line, request, {
    ...rest,
    exchangeId: `end-${because}-${line.line_id}`,
  })
}
