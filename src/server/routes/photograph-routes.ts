import { Hono } from 'hono'
import { RefusalError } from '#backend/refusal.ts'
import { claimPage, pages, withQuery } from '#vocabulary/pages.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import { limited } from '../edge/request-limiter.ts'
import type { Services } from '../services.ts'
import type { Cookies } from '../session/cookies.ts'
import { fileForm, fileIn, textOf } from './file-form.ts'

/**
 * Photographs of a damage: in by a plain form, out to their owner alone. They do not pass through the member API, which
 * speaks JSON and holds a transaction while it works.
 */
export function photographRoutes(services: Services, cookies: Cookies) {
  const app = new Hono<ServerEnv>()
  const logIn = (back: string) => `/auth/login?${new URLSearchParams({ back })}`

  app.post(pages.claimPhotograph, limited(services.limiter, 'photographs'), async (c) => {
    const { signedIn, now, traceKey } = c.get('facts')
    if (!signedIn) return c.redirect(logIn(pages.devices), 303)
    const { accountId, contractId, sessionHash } = signedIn
    if (!contractId) throw new RefusalError('ACCESS_DENIED')
    const form = await fileForm(c, services, cookies, sessionHash)
    const orderNo = textOf(form.get('orderNo'))
    const given = await fileIn(form, 'photograph')
    try {
      const who = { actor: 'member', accountId, contractId, sessionHash, now, traceKey } as const
      await services.photographs.add(who, orderNo, given)
      return c.redirect(`${claimPage(orderNo)}#photographs`, 303)
    } catch (error) {
      // Of another member's claim nothing is said but what an unknown number is told.
      if (!(error instanceof RefusalError) || error.code === 'NOT_FOUND') throw error
      services.log.info({ traceKey, code: error.code }, 'photograph refused')
      const back = withQuery(pages.deviceClaim, { no: orderNo, photograph: error.code })
      return c.redirect(`${back}#photographs`, 303)
    }
  })

  // Where the page that refuses a file leads back to.
  app.get(pages.claimPhotograph, (c) => c.redirect(pages.devices, 303))

  app.get(
    `${pages.claimPhotograph}/:file{[\\w-]+\\.jpg}`,
    limited(services.limiter, 'pictures'),
    async (c) => {
      const { signedIn } = c.get('facts')
      if (!signedIn) return c.redirect(logIn(pages.devices), 302)
      if (!signedIn.contractId) throw new RefusalError('ACCESS_DENIED')
      const [, id = '', small] = /^(.+?)(-small)?\.jpg$/.exec(c.req.param('file')) ?? []
      const size = small === undefined ? 'whole' : 'small'
      const bytes = await services.photographs.read(signedIn.contractId, id, size)
      return c.body(new Uint8Array(bytes), 200, {
        'Content-Type': 'image/jpeg',
        'Content-Disposition': 'inline; filename="photograph.jpg"',
        'Cache-Control': 'private, no-store',
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'",
      })
    },
  )

  return app
}
