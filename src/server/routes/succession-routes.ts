import { Hono } from 'hono'
import { RefusalError } from '#backend/refusal.ts'
import { withQuery } from '#vocabulary/pages.ts'
import { successionPages } from '#vocabulary/site-pages.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import { limited } from '../edge/request-limiter.ts'
import type { Services } from '../services.ts'
import type { Cookies } from '../session/cookies.ts'
import { fileForm, fileIn } from './file-form.ts'

/** Papers of a succession: in by a plain form. They go out to nobody but our staff (npm run successions). */
export function successionRoutes(services: Services, cookies: Cookies) {
  const app = new Hono<ServerEnv>()
  const { documents, file } = successionPages

  app.post(file, limited(services.limiter, 'photographs'), async (c) => {
    const { signedIn, now, traceKey } = c.get('facts')
    if (!signedIn) return c.redirect(withQuery('/auth/login', { back: documents }), 303)
    const { accountId, sessionHash } = signedIn
    const form = await fileForm(c, services, cookies, sessionHash)
    const given = await fileIn(form, 'file')
    try {
      await services.addSuccessionDocument({ accountId, now, traceKey }, given)
      return c.redirect(documents, 303)
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error
      services.log.info({ traceKey, code: error.code }, 'paper refused')
      return c.redirect(withQuery(documents, { file: error.code }), 303)
    }
  })

  // Where the page that refuses a file leads back to.
  app.get(file, (c) => c.redirect(documents, 303))

  return app
}
