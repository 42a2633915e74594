import { Hono } from 'hono'
import { RefusalError } from '#backend/refusal.ts'
import { mailCheckPage, noticeStopPage, noticeOpenPage, pages } from '#vocabulary/pages.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import { limited } from '../edge/request-limiter.ts'
import type { Services } from '../services.ts'

/**
 * What is pressed behind the links of a mail. Neither asks for a session: the signed link is the right. GET is the page
 * that asks (`site/notice-stop`, `site/mail-check`): programs that look at every link of a mail change nothing.
 */
export function mailLinkRoutes(services: Services) {
  const app = new Hono<ServerEnv>()
  const { clock, limiter, forgery } = services

  // The mail program's own button posts without a page of ours, so from no origin (RFC 8058, section 3.2).
  app.post('/auth/notice-stop', limited(limiter, 'noticeStops'), async (c) => {
    c.header('Cache-Control', 'no-store')
    const form = await c.req.formData()
    const isOneClick = form.get('List-Unsubscribe') === 'One-Click'
    const token = textOf(isOneClick ? c.req.query('t') : form.get('t'))
    await services.stopNotices(token, clock.now())
    return isOneClick ? c.text('stopped') : c.redirect(noticeStopPage(token, true), 303)
  })

  app.post('/auth/mail-check', limited(limiter, 'login'), async (c) => {
    c.header('Cache-Control', 'no-store')
    const isOurs = forgery.isFromOurOrigin({
      origin: c.req.header('origin'),
      fetchSite: c.req.header('sec-fetch-site'),
    })
    if (!isOurs) throw new RefusalError('FORGERY_SUSPECTED')
    const token = textOf((await c.req.formData()).get('t'))
    await services.confirmMail(token, clock.now())
    return c.redirect(mailCheckPage(token), 303)
  })
  return app
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/**
 * Where a tap on a push leads: on to the page that the notice is about. The notice counts as read, so that its mail need not
 * be sent. Following an address is no form of ours, and all it changes is that; whoever is logged out logs in first.
 */
export function noticeOpenRoutes({ openNotice, clock }: Pick<Services, 'openNotice' | 'clock'>) {
  const app = new Hono<ServerEnv>()
  app.get(pages.noticeOpen, async (c) => {
    c.header('Cache-Control', 'no-store')
    const noticeId = c.req.query('id') ?? ''
    const { signedIn } = c.get('facts')
    if (signedIn === undefined) {
      const back = new URLSearchParams({ back: noticeOpenPage(noticeId) })
      return c.redirect(`/auth/login?${back.toString()}`, 303)
    }
    const path = await openNotice(signedIn.accountId, noticeId, clock.now())
    return c.redirect(path ?? pages.notices, 303)
  })
  return app
}
