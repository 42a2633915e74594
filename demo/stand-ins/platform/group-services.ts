import { Hono } from 'hono'
import type { z } from 'zod'
import { groupMemberRef, groupService, serviceSwitch } from '#outside/group-service.ts'
import { answerOnce, answersSchema, type Answer } from '../wire/answers.ts'
import { bearer } from '../wire/bearer.ts'
import { neverAnswer, type Faults } from '../wire/faults.ts'
import { parseOr400, readBody } from '../wire/refusal.ts'
import { sentinelOf } from '../wire/sentinels.ts'
import type { ServerOptions } from '../wire/listen.ts'
import { startStandIn } from '../wire/stand-in.ts'
import type { Store } from '../wire/store.ts'

type GroupServiceOptions = {
  store: Store
  now: () => Temporal.Instant
  faults: Faults
  secret: string
  url: string
}

/** Services of the group: switched on they hand over what the member begins with (docs/outside-systems.md 1.8). */
export function groupServiceRoutes({ store, now, faults, secret, url }: GroupServiceOptions): Hono {
  const routes = new Hono()
  routes.use('/services/*', bearer(secret))
  routes.put('/services/:service/:memberRef', async (c) => {
    const service = parseOr400(groupService, c.req.param('service'))
    const memberRef = parseOr400(groupMemberRef, c.req.param('memberRef'))
    const body = await readBody(c, serviceSwitch)
    const sentinel = sentinelOf([body.orderId, memberRef])
    if (sentinel === 'lost') return neverAnswer(c)
    const answer = answerOnce(store, c, body, (): Answer => {
      if (sentinel === 'reject' || faults.handlerMode(c) === 'reject')
        return { status: 422, body: { error: { code: 'SERVICE_REFUSED' } } }
      const effectiveAt = now().toString()
      const activation = body.on ? activationOf(service, body.orderId, url) : undefined
      return { status: 200, body: { orderId: body.orderId, effectiveAt, activation } }
    })
    return sentinel === 'silent' ? neverAnswer(c) : answer
  })
  return routes
}

/**
 * The same by itself, without login and navigation.
 * @internal For the tests of the API.
 */
export const startGroupServices = (options: ServerOptions & { secret: string }) =>
  startStandIn('group-services', options, answersSchema, ({ app, faults, store, url }) => {
    app.route('/', groupServiceRoutes({ ...options, store, faults, url }))
  })

/** Derived from the order's id: a repeated request gets the same answer. */
function activationOf(service: z.infer<typeof groupService>, orderId: string, url: string) {
  const key = orderId
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(-12)
    .toUpperCase()
  if (service === 'magazines') return { code: key, url: `${url}/magazines?code=${key}` }
  const id = `hibiki-${key.slice(0, 6).toLowerCase()}`
  return { id, password: `wf-${key.slice(4)}`, url: `${url}/wifi` }
}
