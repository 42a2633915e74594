import { Hono } from 'hono'
import { RefusalError } from '#backend/refusal.ts'
import { MOST_BYTES } from '#domain/device/photograph.ts'
import { antiForgery } from '#protocol/http.ts'
import { claimPage, pages, withQuery } from '#vocabulary/pages.ts'
import type { LargeBody } from '../edge/body-gate.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import { limited } from '../edge/request-limiter.ts'
import type { Services } from '../services.ts'
import type { Cookies } from '../session/cookies.ts'

/** What a form adds to the file in it. */
const AROUND_THE_FILE = 20_000

/** A photograph may be sent by who has a session of ours; nobody else is worth holding 10 MB for. */
export function largeBodyOf({ sessions }: Services, cookies: Cookies) {
  return (asked: {
    method?: string | undefined
    url?: string | undefined
    headers: { cookie?: string | undefined }
  }): LargeBody | undefined => {
    if (asked.method !== 'POST' || asked.url?.split('?', 1)[0] !== pages.claimPhotograph)
      return undefined
    const secret = cookies.read(asked.headers.cookie, 'session')
    if (secret === undefined || !sessions.isOurs(secret)) return undefined
    return { bytes: MOST_BYTES + AROUND_THE_FILE, code: 'PHOTOGRAPH_TOO_LARGE' }
  }
}

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
    const form = await c.req.raw.formData().catch((cause: unknown) => {
      throw new RefusalError('FORM_UNREADABLE', { cause })
    })
    const isAllowed = services.forgery.allows({
      method: 'POST',
      origin: c.req.header('origin'),
      fetchSite: c.req.header('sec-fetch-site'),
      sessionHash,
      cookie: cookies.read(c.req.header('cookie'), 'antiForgery'),
      token: textOf(form.get(antiForgery.field)),
    })
    if (!isAllowed) throw new RefusalError('FORGERY_SUSPECTED')
    const orderNo = textOf(form.get('orderNo'))
    const file = form.get('photograph')
    const given = file instanceof Blob ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array()
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

const textOf = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '')
