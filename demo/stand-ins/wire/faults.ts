import { setTimeout as wait } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { readBody, refusal } from './refusal.ts'

const faultModes = [
  'down',
  'slow',
  'silent',
  'reject',
  'duplicate',
  'out-of-order',
  'huge',
  'malformed',
  'off',
] as const

const faultSchema = z.strictObject({
  mode: z.enum(faultModes),
  target: z.string().startsWith('/').optional(),
  delayMs: z.int().min(0).max(600_000).optional(),
  times: z.int().min(1).optional(),
})

type Fault = z.infer<typeof faultSchema>

/** The switch by which a test, or a person, makes a stand-in misbehave. */
export type Faults = {
  routes: Hono
  middleware: MiddlewareHandler
  /** The mode a handler has to play itself (`reject`, `huge`, `malformed`), taken by the middleware. */
  handlerMode(c: Context): Fault['mode']
  callbackMode(): 'duplicate' | 'out-of-order' | 'off'
}

const requestModes = new Set<Fault['mode']>([
  'down',
  'slow',
  'silent',
  'reject',
  'huge',
  'malformed',
])

export function createFaults(): Faults {
  let fault: Fault = { mode: 'off' }
  const taken = new WeakMap<Request, Fault['mode']>()

  const routes = new Hono()
  routes.get('/__faults', (c) => c.json(fault))
  routes.post('/__faults', async (c) => {
    fault = await readBody(c, faultSchema)
    return c.json(fault)
  })

  /** Uses the fault up by one request when it applies to this path. */
  const take = (path: string): Fault => {
    if (!requestModes.has(fault.mode) || !path.startsWith(fault.target ?? '/')) {
      return { mode: 'off' }
    }
    const applied = fault
    if (fault.times !== undefined) {
      fault = fault.times > 1 ? { ...fault, times: fault.times - 1 } : { mode: 'off' }
    }
    return applied
  }

  return {
    routes,
    async middleware(c, next) {
      if (c.req.path.startsWith('/__')) return next()
      const applied = take(c.req.path)
      taken.set(c.req.raw, applied.mode)
      if (applied.mode === 'down') throw refusal(503, 'DOWN')
      if (applied.mode === 'slow') await wait(applied.delayMs ?? 5000)
      await next()
      if (applied.mode === 'silent') c.res = await neverAnswer(c)
    },
    handlerMode: (c) => taken.get(c.req.raw) ?? 'off',
    callbackMode: () =>
      fault.mode === 'duplicate' || fault.mode === 'out-of-order' ? fault.mode : 'off',
  }
}

const hangsUp = new WeakSet<object>()

/** From now on this server ends the connection where it would stay silent: no answer comes either, and nobody waits for it. */
export const hangUpInstead: MiddlewareHandler<{ Bindings: HttpBindings }> = async (c, next) => {
  hangsUp.add(c.env.outgoing)
  await next()
}

/** Holds the answer back until the caller has hung up (the answer then goes nowhere). */
export function neverAnswer(c: Context): Promise<Response> {
  const { outgoing }: HttpBindings = c.env
  if (hangsUp.has(outgoing)) outgoing.destroy()
  const { signal } = c.req.raw
  return new Promise((resolve) => {
    const giveUp = () => resolve(new Response(null, { status: 503 }))
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
  })
}
