import { z } from 'zod'
import type { LineRow } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { defineJob, type JobQueue } from '#backend/jobs/queue.ts'
import type { CarrierAnswer, CarrierPort } from '#backend/ports/carrier.ts'
import type { GroupServicePort } from '#backend/ports/group-service.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'

/**
 * What is asked of the carrier: a line command that takes effect at once, an order that goes through states, or the
 * answer to a one-stop hand-off, which becomes such an order; in which device it sees a SIM; or of the provider: a service of the group, on or off. What is
 * personal or secret in it is sealed (`sealFields`) and opened only for the call.
 */
const carrierRequest = z.discriminatedUnion('type', [
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

const fieldsPlace = (exchangeId: string) => `carrier_exchange.fields:${exchangeId}`
const openedFields = z.record(z.string(), z.unknown())

/** Seals an address, an EID, a token for the request of this one exchange, whose id must be chosen before. */
export function sealFields(
  sealing: Sealing,
  exchangeId: string,
  fields: Record<string, unknown>,
): string {
  return sealing.seal(fieldsPlace(exchangeId), JSON.stringify(fields))
}

/** What came back sealed with the answer to an exchange. @throws Error for what was sealed for another one. */
export function openFields(sealing: Sealing, exchangeId: string, sealed: string) {
  return openedFields.parse(JSON.parse(sealing.open(fieldsPlace(exchangeId), sealed)))
}

export const newExchangeId = () => newId('cx')

/** Sends one exchange; its only side effect, so that a second run changes nothing at the carrier. */
export const carrierExchangeJob = defineJob({
  name: 'carrier-exchange',
  payload: z.object({ exchangeId: z.string() }),
  retryLimit: 3,
  retryDelaySeconds: 5,
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
  const state = (await isHeld(tx, ask)) ? 'held' : 'requested'
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
async function isHeld(tx: Db, { contractId, orderNo }: { contractId: string; orderNo?: string }) {
  if (orderNo === undefined) return false
  const row = await tx
    .selectFrom('procedure_order')
    .select('held_until')
    .where('contract_id', '=', contractId)
    .where('order_no', '=', orderNo)
    .executeTakeFirst()
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

/** A carrier that gives no answer so often in a row is down: the next round asks again. */
const SILENCES_PER_ROUND = 3

export function createExchanges(deps: {
  db: Db
  carrier: CarrierPort
  services: GroupServicePort
  sealing: Sealing
  now: () => Temporal.Instant
  listeners: readonly ExchangeListener[]
}) {
  const { db, carrier, services, sealing, listeners } = deps

  /** Makes the call of a `requested` exchange; no answer leaves it `unknown`, which `reconcile` resolves. */
  async function send(exchangeId: string) {
    const row = await db
      .updateTable('carrier_exchange')
      .set((eb) => ({ state: 'sent', attempts: eb('attempts', '+', 1), changed_at: deps.now() }))
      .where('exchange_id', '=', exchangeId)
      .where('state', 'in', ['requested', 'sent'])
      .returning(['request'])
      .executeTakeFirst()
    if (!row) return
    const request = carrierRequest.parse(row.request)
    await settle(exchangeId, await call(exchangeId, request))
  }

  async function call(exchangeId: string, request: CarrierRequest): Promise<CarrierAnswer<object>> {
    if (request.type === 'command')
      return carrier.commandLine(request.lineRef, request.command, {
        ...request.body,
        ...(request.sealedFields === undefined ? {} : open(exchangeId, request.sealedFields)),
        orderId: exchangeId,
      })
    if (request.type === 'service') {
      const { service, memberRef, on } = request
      const answer = await services.switch(service, memberRef, { orderId: exchangeId, on })
      if (answer.kind !== 'accepted') return answer
      const { activation, effectiveAt } = answer.value
      // What opens the service is kept sealed wherever it lies.
      const sealed = activation && sealFields(sealing, exchangeId, activation)
      return { kind: 'accepted', value: { effectiveAt, ...(sealed && { sealed }) } }
    }
    if (request.type === 'seenDevice') {
      const answer = await carrier.line(request.lineRef)
      if (answer.kind !== 'accepted') return answer
      return {
        kind: 'accepted',
        value: { sealed: sealFields(sealing, exchangeId, answer.value.device) },
      }
    }
    if (request.type === 'consent') {
      const { token } = open(exchangeId, request.sealedToken)
      const { lineRef, result } = request
      return carrier.oneStopConsent({
        orderId: exchangeId,
        token: String(token),
        lineRef,
        result,
      })
    }
    return carrier.order({
      ...request.fields,
      ...(request.sealedFields === undefined ? {} : open(exchangeId, request.sealedFields)),
      orderId: exchangeId,
      kind: request.kind,
      lineRef: request.lineRef,
    })
  }

  function open(exchangeId: string, sealed: string) {
    return openFields(sealing, exchangeId, sealed)
  }

  /**
   * Finds out what became of exchanges without an answer. An order is looked up by its id; a command, and an order that
   * never arrived, is sent again under the SAME id, which the carrier answers once however often it comes. Those that
   * were tried longest ago come first, and a carrier that stays silent ends the round, so that it holds up nothing else.
   */
  async function reconcile() {
    const open = await db
      .selectFrom('carrier_exchange')
      .select(['exchange_id', 'request'])
      .where('state', 'in', ['requested', 'sent', 'unknown'])
      .where('changed_at', '<=', deps.now().subtract({ seconds: 30 }))
      .orderBy('changed_at')
      .orderBy('created_at')
      .limit(200)
      .execute()
    let silences = 0
    for (const row of open) {
      const answer = await resolve(row.exchange_id, carrierRequest.parse(row.request))
      await settle(row.exchange_id, answer)
      silences = answer.kind === 'no-answer' ? silences + 1 : 0
      if (silences >= SILENCES_PER_ROUND) break
    }
    return open.length
  }

  /** Looks an order up and sends what never arrived; a command is sent again as it is. */
  async function resolve(
    exchangeId: string,
    request: CarrierRequest,
  ): Promise<CarrierAnswer<object>> {
    if (request.type !== 'order' && request.type !== 'consent') return call(exchangeId, request)
    const found = await carrier.findOrder(exchangeId)
    if (found.kind === 'no-answer') return found
    if (found.kind === 'rejected') return call(exchangeId, request)
    const { state, facts } = found.value
    if (state === 'rejected') return { kind: 'rejected', reason: String(facts['reason']) }
    // Its events hold numbers and codes: they are taken by the area's own reading, sealed.
    return { kind: 'accepted', value: { orderId: exchangeId, state } }
  }

  async function settle(exchangeId: string, answer: CarrierAnswer<object>) {
    const state: ExchangeOutcome['state'] = answer.kind === 'no-answer' ? 'unknown' : answer.kind
    const details =
      answer.kind === 'accepted'
        ? { ...answer.value }
        : answer.kind === 'rejected'
          ? { reason: answer.reason }
          : { cause: answer.cause }
    const now = deps.now()
    const work = async (tx: Db) => {
      const row = await tx
        .updateTable('carrier_exchange')
        .set({ state, answer: JSON.stringify(details), changed_at: now })
        .where('exchange_id', '=', exchangeId)
        .where('state', 'in', ['requested', 'sent', 'unknown'])
        .returning(['contract_id', 'line_id', 'order_no', 'request'])
        .executeTakeFirst()
      if (!row) return
      const outcome = {
        exchangeId,
        contractId: row.contract_id,
        lineId: row.line_id,
        orderNo: row.order_no,
        request: carrierRequest.parse(row.request),
        state,
        answer: details,
      }
      for (const listener of listeners) await listener(tx, outcome, now)
    }
    await db.transaction().execute(work)
  }

  return { send, reconcile }
}

export type Exchanges = ReturnType<typeof createExchanges>
