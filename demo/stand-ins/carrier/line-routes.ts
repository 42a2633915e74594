import { Hono } from 'hono'
import type { Context } from 'hono'
import { answerOnce } from '../wire/answers.ts'
import { neverAnswer } from '../wire/faults.ts'
import type { Faults } from '../wire/faults.ts'
import { parseOr400, readBody, refusal } from '../wire/refusal.ts'
import { sentinelOf } from '../wire/sentinels.ts'
import { transaction } from '../wire/store.ts'
import type { Store } from '../wire/store.ts'
import { tokyoText } from './hours.ts'
import {
  changeCondition,
  findLine,
  getLine,
  insertLine,
  isEnded,
  latestCondition,
  mintIccid,
  toWire,
  updateLine,
} from './line-store.ts'
import type { Condition, Line } from './line-store.ts'
import { lineRef as lineRefSchema, lineService } from '#outside/carrier.ts'
import {
  onOffSchema,
  registerLineSchema,
  serviceSwitchSchema,
  speedPolicySchema,
  suspendSchema,
} from './wire.ts'
import type { RegisterLine } from './wire.ts'

type LineRoutesOptions = { store: Store; now: () => Temporal.Instant; faults: Faults }
type Command = { orderId: string; at?: number | undefined }

/** Lines, and the commands that change what is in force on them at once. */
export function lineRoutes({ store, now, faults }: LineRoutesOptions): Hono {
  const routes = new Hono()
  const nowMs = () => now().epochMilliseconds
  const answerLine = (c: Context, lineRef: string) =>
    c.json(toWire(getLine(store, lineRef), latestCondition(store, lineRef).condition, nowMs()))

  const command = async (
    c: Context<object, '/:lineRef'>,
    body: Command,
    change: (condition: Condition) => Partial<Condition>,
  ): Promise<Response> => {
    const lineRef = parseOr400(lineRefSchema, c.req.param('lineRef'))
    const sentinel = sentinelOf([body.orderId, lineRef])
    if (sentinel === 'lost') return neverAnswer(c)
    const answer = answerOnce(store, c, body, () => {
      const reason = refusedBy(sentinel, faults.handlerMode(c))
      if (reason !== undefined) return rejected(reason)
      const line = getLine(store, lineRef)
      if (isEnded(line, nowMs())) throw refusal(409, 'LINE_TERMINATED')
      const times = { askedAt: body.at, now: nowMs() }
      const { effectiveAt, condition } = changeCondition(store, line, times, change)
      const { kind: _kind, ...shown } = condition
      const at = tokyoText(Temporal.Instant.fromEpochMilliseconds(effectiveAt))
      return { status: 200, body: { lineRef, orderId: body.orderId, effectiveAt: at, ...shown } }
    })
    return sentinel === 'silent' ? neverAnswer(c) : answer
  }

  routes.get('/:lineRef', (c) => answerLine(c, c.req.param('lineRef')))
  routes.put('/:lineRef', async (c) => {
    const lineRef = parseOr400(lineRefSchema, c.req.param('lineRef'))
    const body = await readBody(c, registerLineSchema)
    transaction(store, () => registerLine(store, lineRef, body, nowMs()))
    return answerLine(c, lineRef)
  })
  routes.put('/:lineRef/high-speed', async (c) => {
    const body = await readBody(c, onOffSchema)
    return command(c, body, () => ({ highSpeedOn: body.on }))
  })
  routes.put('/:lineRef/speed-policy', async (c) => {
    const body = await readBody(c, speedPolicySchema)
    return command(c, body, () => ({ speedMode: body.mode }))
  })
  routes.post('/:lineRef/suspend', async (c) => {
    const body = await readBody(c, suspendSchema)
    return command(c, body, ({ suspendedFor }) => ({
      suspendedFor: [...suspendedFor.filter((reason) => reason !== body.reason), body.reason],
    }))
  })
  routes.post('/:lineRef/resume', async (c) => {
    const body = await readBody(c, suspendSchema)
    return command(c, body, ({ suspendedFor }) => ({
      suspendedFor: suspendedFor.filter((reason) => reason !== body.reason),
    }))
  })
  routes.put('/:lineRef/services/:service', async (c) => {
    const service = parseOr400(lineService, c.req.param('service'))
    const body = await readBody(c, serviceSwitchSchema)
    return command(c, body, ({ services }) => ({ services: { ...services, [service]: body.on } }))
  })
  return routes
}

export function refusedBy(
  sentinel: string | undefined,
  fault: string,
): 'REJECTED_BY_SENTINEL' | 'REJECTED_BY_FAULT' | undefined {
  if (sentinel === 'reject') return 'REJECTED_BY_SENTINEL'
  return fault === 'reject' ? 'REJECTED_BY_FAULT' : undefined
}

export function rejected(code: string): { status: 422; body: object } {
  return { status: 422, body: { error: { code, message: code } } }
}

function registerLine(store: Store, lineRef: string, body: RegisterLine, now: number): void {
  const known = findLine(store, lineRef)
  const line: Omit<Line, 'reportedHour'> = {
    lineRef,
    number: body.number,
    simKind: body.simKind,
    simSize: body.simSize,
    iccid: body.iccid ?? known?.iccid ?? mintIccid(lineRef),
    profile: body.profile,
    device: body.device ?? {},
    startedAt: body.startedAt,
    endedAt: body.endedAt ?? null,
  }
  if (known === undefined) {
    insertLine(store, line, body.kind)
    return
  }
  if (known.startedAt !== line.startedAt || known.profile !== line.profile) {
    throw refusal(409, 'LINE_DIFFERS')
  }
  updateLine(store, { ...line, reportedHour: known.reportedHour })
  if (latestCondition(store, lineRef).condition.kind !== body.kind) {
    changeCondition(store, known, { askedAt: undefined, now }, () => ({ kind: body.kind }))
  }
}
