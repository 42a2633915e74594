import { z } from 'zod'
import {
  callRecord,
  carrierLine,
  knownOrder,
  lineCommandAnswer,
  oneStopConsentAnswer,
  portInBegun,
  usageRecord,
  usageTotal,
} from '#outside/carrier.ts'
import { textMessageSent } from '#outside/text-message.ts'
import type { Batch, CarrierAnswer, CarrierPort } from '#backend/ports/carrier.ts'
import type { PortInPort } from '#backend/ports/port-in.ts'
import type { TextMessagePort } from '#backend/ports/text-message.ts'
import { PAGE_WAIT_MS, callOutside, requireOwn, type OutsideOptions } from './outside-call.ts'

/** Of its own answers the portal asks no more than it needs. */
const commandDone = lineCommandAnswer.pick({ lineRef: true, orderId: true, effectiveAt: true })
const orderTaken = z.object({ orderId: z.string() })
const sum = usageTotal.pick({ highBytes: true, lowBytes: true, records: true })
const consented = oneStopConsentAnswer.pick({ redirectUrl: true, state: true })
const anyFacts = z.record(z.string(), z.unknown())

/** Speaks docs/outside-systems.md section 2 over HTTP. */
export function createCarrier(options: OutsideOptions): CarrierPort {
  /** Members wait for these; the others are made by the worker. */
  const forPages = { timeoutMs: PAGE_WAIT_MS, ...options }
  const get = <Value extends object>(
    path: string,
    schema: z.ZodType<Value>,
    own: Own<Value> = {},
    of = options,
  ) => callOutside(of, { method: 'GET', path }, readOwn(schema, own))
  const send = <Value extends object>(
    [method, path]: readonly [string, string],
    body: unknown,
    schema: z.ZodType<Value>,
    own: Own<Value> = {},
    of = options,
  ) => callOutside(of, { method, path, body }, readOwn(schema, own))
  const batch = <Row>(
    path: string,
    row: z.ZodType<Row>,
    after: string,
    limit: number,
    until?: string,
  ) => fetchBatch(options, `${path}?${batchQuery(after, limit, until)}`, row)

  return {
    line: (lineRef) => get(`/lines/${lineRef}`, carrierLine, { lineRef }, forPages),
    commandLine: (lineRef, command, body) => {
      const { orderId } = body
      const address = [methodOf(command), `/lines/${lineRef}/${command}`] as const
      return send(address, body, commandDone, { lineRef, orderId })
    },
    order: (request) =>
      send(['POST', '/orders'], request, orderTaken, { orderId: request.orderId }),
    findOrder: (orderId) => get(`/orders/${orderId}`, knownOrder, { orderId }),
    usage: (after, limit, until) => batch('/usage', usageRecord, after, limit, until),
    calls: (after, limit, until) => batch('/calls', callRecord, after, limit, until),
    usageTotal: (lineRef, month) =>
      get(`/usage/total?${new URLSearchParams({ lineRef, month })}`, sum),
    oneStopToken: (token) =>
      get(`/one-stop/tokens/${encodeURIComponent(token)}`, anyFacts, {}, forPages),
    oneStopConsent: (body) => send(['POST', '/one-stop/consents'], body, consented, {}, forPages),
  }
}

type Own<Value> = { readonly [Key in keyof Value]?: Value[Key] }

/** What is said of another line or order is no answer to this question. */
const readOwn =
  <Value extends object>(schema: z.ZodType<Value>, own: Own<Value>) =>
  async (answer: Response) =>
    requireOwn(schema.parse(await answer.json()), own)

function methodOf(command: string) {
  return command === 'suspend' || command === 'resume' ? 'POST' : 'PUT'
}

function batchQuery(after: string, limit: number, until: string | undefined) {
  const query = new URLSearchParams({ limit: String(limit) })
  if (after) query.set('after', after)
  if (until) query.set('until', until)
  return query
}

function fetchBatch<Row>(
  options: OutsideOptions,
  path: string,
  row: z.ZodType<Row>,
): Promise<CarrierAnswer<Batch<Row>>> {
  const request = { method: 'GET', path, accept: 'application/x-ndjson' }
  return callOutside({ timeoutMs: 30_000, ...options }, request, async (answer) => {
    const lines = (await answer.text()).split('\n').filter((text) => text !== '')
    return {
      rows: lines.map((text) => row.parse(JSON.parse(text))),
      nextCursor: answer.headers.get('X-Next-Cursor') ?? '',
      more: answer.headers.get('X-More') === 'true',
      through: answer.headers.get('X-Through') ?? '',
    }
  })
}

/** Speaks docs/outside-systems.md section 2.3.1. */
export function createPortIn(options: OutsideOptions): PortInPort {
  return {
    begin: (body) =>
      callOutside(
        { timeoutMs: PAGE_WAIT_MS, ...options },
        { method: 'POST', path: '/port-in/one-stop', body },
        async (answer) => portInBegun.parse(await answer.json()),
      ),
  }
}

/** Speaks docs/outside-systems.md section 2.7 over HTTP. */
export function createTextMessages(options: OutsideOptions): TextMessagePort {
  return {
    send: (body) =>
      callOutside(options, { method: 'POST', path: '/messages', body }, async (answer) =>
        requireOwn(textMessageSent.parse(await answer.json()), { orderId: body.orderId }),
      ),
  }
}
