import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { CarrierAnswer, CarrierPort } from '#backend/ports/carrier.ts'
import type { GroupServicePort } from '#backend/ports/group-service.ts'
import {
  carrierRequest,
  openFields,
  sealFields,
  type CarrierRequest,
  type ExchangeListener,
  type ExchangeOutcome,
} from './exchange.ts'

/** A carrier that gives no answer so often in a row is down: the next round asks again. */
const SILENCES_PER_ROUND = 3

type Deps = {
  db: Db
  carrier: CarrierPort
  services: GroupServicePort
  sealing: Sealing
  now: () => Temporal.Instant
  listeners: readonly ExchangeListener[]
}

export type Exchanges = ReturnType<typeof createExchanges>

/** Sends requests to the carrier and the group services, and finds out what became of those without an answer. */
export const createExchanges = (deps: Deps) => ({
  send: (exchangeId: string) => send(deps, exchangeId),
  reconcile: () => reconcile(deps),
  /** As `reconcile` does it, of one. */
  askAgain: (exchangeId: string) => askAgain(deps, exchangeId),
  /** An answer that the carrier gave on paper. @returns false where the exchange has its answer already */
  recordAnswer: (tx: Db, exchangeId: string, { outcome, reference }: WrittenAnswer) =>
    settle(tx, deps, exchangeId, {
      state: outcome,
      details: outcome === 'rejected' ? { reason: 'WRITTEN', reference } : { reference },
    }),
})

type WrittenAnswer = { readonly outcome: 'accepted' | 'rejected'; readonly reference: string }

/** Makes the call of a `requested` exchange; no answer leaves it `unknown`, which `reconcile` resolves. */
async function send(deps: Deps, exchangeId: string) {
  const row = await deps.db
    .updateTable('carrier_exchange')
    .set((eb) => ({ state: 'sent', attempts: eb('attempts', '+', 1), changed_at: deps.now() }))
    .where('exchange_id', '=', exchangeId)
    .where('state', 'in', ['requested', 'sent'])
    .returning(['request'])
    .executeTakeFirst()
  if (!row) return
  const request = carrierRequest.parse(row.request)
  await takeAnswer(deps, exchangeId, await call(deps, exchangeId, request))
}

async function call(
  deps: Deps,
  exchangeId: string,
  request: CarrierRequest,
): Promise<CarrierAnswer<object>> {
  const { carrier, services, sealing } = deps
  const open = (sealed: string) => openFields(sealing, exchangeId, sealed)
  if (request.type === 'command')
    return carrier.commandLine(request.lineRef, request.command, {
      ...request.body,
      ...(request.sealedFields === undefined ? {} : open(request.sealedFields)),
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
    const { token } = open(request.sealedToken)
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
    ...(request.sealedFields === undefined ? {} : open(request.sealedFields)),
    orderId: exchangeId,
    kind: request.kind,
    lineRef: request.lineRef,
  })
}

/**
 * Finds out what became of exchanges without an answer. An order is looked up by its id; a command, and an order that
 * never arrived, is sent again under the SAME id, which the carrier answers once however often it comes. Those that
 * were tried longest ago come first, and a carrier that stays silent ends the round, so that it holds up nothing else.
 */
async function reconcile(deps: Deps) {
  const open = await deps.db
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
    const answer = await resolve(deps, row.exchange_id, carrierRequest.parse(row.request))
    await takeAnswer(deps, row.exchange_id, answer)
    silences = answer.kind === 'no-answer' ? silences + 1 : 0
    if (silences >= SILENCES_PER_ROUND) break
  }
  return open.length
}

async function askAgain(deps: Deps, exchangeId: string) {
  const row = await deps.db
    .selectFrom('carrier_exchange')
    .select('request')
    .where('exchange_id', '=', exchangeId)
    .where('state', 'in', ['requested', 'sent', 'unknown'])
    .executeTakeFirst()
  if (row === undefined) return
  const answer = await resolve(deps, exchangeId, carrierRequest.parse(row.request))
  await takeAnswer(deps, exchangeId, answer)
}

/** Looks an order up and sends what never arrived; a command is sent again as it is. */
async function resolve(
  deps: Deps,
  exchangeId: string,
  request: CarrierRequest,
): Promise<CarrierAnswer<object>> {
  if (request.type !== 'order' && request.type !== 'consent') return call(deps, exchangeId, request)
  const found = await deps.carrier.findOrder(exchangeId)
  if (found.kind === 'no-answer') return found
  if (found.kind === 'rejected') return call(deps, exchangeId, request)
  const { state, facts } = found.value
  if (state === 'rejected') return { kind: 'rejected', reason: String(facts['reason']) }
  // Its events hold numbers and codes: they are taken by the area's own reading, sealed.
  return { kind: 'accepted', value: { orderId: exchangeId, state } }
}

async function takeAnswer(deps: Deps, exchangeId: string, answer: CarrierAnswer<object>) {
  const state: ExchangeOutcome['state'] = answer.kind === 'no-answer' ? 'unknown' : answer.kind
  const details =
    answer.kind === 'accepted'
      ? { ...answer.value }
      : answer.kind === 'rejected'
        ? { reason: answer.reason }
        : { cause: answer.cause }
  await deps.db.transaction().execute((tx) => settle(tx, deps, exchangeId, { state, details }))
}

/** Closes an exchange with its answer, once, and tells the area that asked. @returns whether it was open */
async function settle(
  tx: Db,
  { now: nowOf, listeners }: Pick<Deps, 'now' | 'listeners'>,
  exchangeId: string,
  { state, details }: { state: ExchangeOutcome['state']; details: Record<string, unknown> },
): Promise<boolean> {
  const now = nowOf()
  const row = await tx
    .updateTable('carrier_exchange')
    .set({ state, answer: JSON.stringify(details), changed_at: now })
    .where('exchange_id', '=', exchangeId)
    .where('state', 'in', ['requested', 'sent', 'unknown'])
    .returning(['contract_id', 'line_id', 'order_no', 'request'])
    .executeTakeFirst()
  if (!row) return false
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
  return true
}
