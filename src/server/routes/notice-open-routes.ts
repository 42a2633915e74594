import { Hono } from 'hono'
import { noticeOpenPage, pages } from '#vocabulary/pages.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import type { Services } from '../services.ts'

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
