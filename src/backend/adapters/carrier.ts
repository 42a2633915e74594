import { lineKinds } from '#vocabulary/line.ts'
import { z } from 'zod'
import type { Batch, CarrierAnswer, CarrierPort } from '#backend/ports/carrier.ts'
import type { PortInPort } from '#backend/ports/port-in.ts'
import type { TextMessagePort } from '#backend/ports/text-message.ts'
import { PAGE_WAIT_MS, callOutside, type OutsideOptions } from './outside-call.ts'

const facts = z.record(z.string(), z.unknown())

const line = z.object({
  lineRef: z.string(),
  number: z.string(),
  kind: z.enum(lineKinds),
  simKind: z.enum(['physical', 'esim']),
  simSize: z.enum(['standard', 'micro', 'nano']).nullable(),
  iccid: z.string(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  device: z.record(z.string(), z.unknown()),
  highSpeedOn: z.boolean(),
  speedMode: z.enum(['high', 'low', 'throttled']),
  suspendedFor: z.array(z.string()),
  services: z.record(z.string(), z.boolean()),
  state: z.enum(['active', 'suspended', 'terminated']),
})

const commandAnswer = z.object({
  lineRef: z.string(),
  orderId: z.string(),
  effectiveAt: z.string(),
})

const order = z.object({
  orderId: z.string(),
  kind: z.string(),
  lineRef: z.string(),
  state: z.string(),
  events: z.array(z.object({ eventId: z.string(), state: z.string(), at: z.string(), facts })),
  facts,
})

const usageRecord = z.object({
  recordId: z.string(),
  lineRef: z.string(),
  from: z.string(),
  to: z.string(),
  highBytes: z.int().min(0),
  lowBytes: z.int().min(0),
  revision: z.int().min(1),
})

export const callRecord = z.object({
  recordId: z.string(),
  lineRef: z.string(),
  kind: z.enum(['voice', 'sms']),
  startedAt: z.string(),
  durationSeconds: z.int().nullable(),
  characters: z.int().nullable(),
  destination: z.string(),
  destinationKind: z.string(),
  viaTalk: z.boolean(),
  revision: z.int(),
})

/** Speaks docs/outside-systems.md section 2 over HTTP. */
export function createCarrier(options: OutsideOptions): CarrierPort {
  /** Members wait for these; the others are made by the worker. */
  const forPages = { ...options, timeoutMs: PAGE_WAIT_MS }
  const get = <Value>(path: string, schema: z.ZodType<Value>, of = options) =>
    callOutside(of, { method: 'GET', path }, async (answer) => schema.parse(await answer.json()))
  const send = <Value>(
    method: string,
    path: string,
    body: unknown,
    schema: z.ZodType<Value>,
    of = options,
  ) => callOutside(of, { method, path, body }, async (answer) => schema.parse(await answer.json()))
  const batch = <Row>(
    path: string,
    row: z.ZodType<Row>,
    after: string,
    limit: number,
    until?: string,
  ) => fetchBatch(options, `${path}?${batchQuery(after, limit, until)}`, row)

  return {
    line: (lineRef) => get(`/lines/${lineRef}`, line, forPages),
    commandLine: (lineRef, command, body) =>
      send(methodOf(command), `/lines/${lineRef}/${command}`, body, commandAnswer),
    order: (request) => send('POST', '/orders', request, z.object({ orderId: z.string() })),
    findOrder: (orderId) => get(`/orders/${orderId}`, order),
    usage: (after, limit, until) => batch('/usage', usageRecord, after, limit, until),
    calls: (after, limit, until) => batch('/calls', callRecord, after, limit, until),
    usageTotal: (lineRef, month) =>
      get(
        `/usage/total?${new URLSearchParams({ lineRef, month })}`,
        z.object({ highBytes: z.int(), lowBytes: z.int(), records: z.int() }),
      ),
    oneStopToken: (token) => get(`/one-stop/tokens/${encodeURIComponent(token)}`, facts, forPages),
    oneStopConsent: (body) =>
      send(
        'POST',
        '/one-stop/consents',
        body,
        z.object({ redirectUrl: z.string(), state: z.string() }),
        forPages,
      ),
  }
}

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
  return callOutside({ ...options, timeoutMs: 30_000 }, request, async (answer) => {
    const lines = (await answer.text()).split('\n').filter((text) => text !== '')
    return {
      rows: lines.map((text) => row.parse(JSON.parse(text))),
      nextCursor: answer.headers.get('X-Next-Cursor') ?? '',
      more: answer.headers.get('X-More') === 'true',
      through: answer.headers.get('X-Through') ?? '',
    }
  })
}

const begun = z.object({ startUrl: z.url().max(2048) })

/** Speaks docs/outside-systems.md section 2.3.1. */
export function createPortIn(options: OutsideOptions): PortInPort {
  return {
    begin: (body) =>
      callOutside(
        { timeoutMs: PAGE_WAIT_MS, ...options },
        { method: 'POST', path: '/port-in/one-stop', body },
        async (answer) => begun.parse(await answer.json()),
      ),
  }
}

/** Speaks docs/outside-systems.md section 2.7 over HTTP. */
export function createTextMessages(options: OutsideOptions): TextMessagePort {
  return {
    send: (body) =>
      callOutside(options, { method: 'POST', path: '/messages', body }, async (answer) =>
        z.object({ orderId: z.string() }).parse(await answer.json()),
      ),
  }
}
