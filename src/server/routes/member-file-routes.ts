import { Hono, type Context } from 'hono'
import { isProven } from '#backend/caller.ts'
import { hashSecret } from '#backend/db/ids.ts'
import { RefusalError } from '#backend/refusal.ts'
import { errors } from '#protocol/errors.ts'
import { folders, pages } from '#vocabulary/pages.ts'
import { proofAddress } from '#vocabulary/proof.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import { limited } from '../edge/request-limiter.ts'
import type { Services } from '../services.ts'

/** Files of a member: contract documents as PDF, dates as calendars. Private but for the calendar's secret address. */
export function memberFileRoutes(services: Services) {
  const app = new Hono<ServerEnv>()

  const files = limited(services.limiter, 'files')

  app.get(`${folders.document}/:file{[\\w-]+\\.pdf}`, files, async (c) => {
    const { signedIn } = c.get('facts')
    if (!signedIn) return logIn(c)
    const { accountId, contractId } = signedIn
    if (!contractId) return refuse(new RefusalError('ACCESS_DENIED'))
    const docId = nameOf(c.req.param('file'), '.pdf')
    try {
      const { pdf, fileName } = await services.readDocument({ accountId, contractId, docId })
      return c.body(new Uint8Array(pdf), 200, {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `inline; filename="${fileName}"`,
        'Cache-Control': 'private, no-store',
      })
    } catch (error) {
      return refuse(error)
    }
  })

  app.get(`${folders.invoice}/:file{[\\w-]+\\.(?:pdf|json)}`, files, async (c) => {
    const { signedIn } = c.get('facts')
    if (!signedIn) return logIn(c)
    if (!signedIn.contractId) return refuse(new RefusalError('ACCESS_DENIED'))
    const { contractId } = signedIn
    try {
      const asked = c.req.param('file')
      const { readPdf, readJson } = services.invoiceFiles
      const [, printed = '', copyNumber = ''] = /^(.+)-(\d{1,4})\.pdf$/.exec(asked) ?? []
      const { file, fileName } = asked.endsWith('.json')
        ? await readJson({ contractId, invoiceId: nameOf(asked, '.json') })
        : await readPdf({ contractId, invoiceId: printed, copyNumber: Number(copyNumber) })
      const type = asked.endsWith('.json') ? 'application/json; charset=utf-8' : 'application/pdf'
      return c.body(new Uint8Array(file), 200, {
        'Content-Type': type,
        'Content-Disposition': `attachment; filename="${fileName}"`,
        'Cache-Control': 'private, no-store',
      })
    } catch (error) {
      return refuse(error)
    }
  })

  app.get(`${folders.memberExport}/:file{[\\w-]+\\.(?:zip|json)}`, files, async (c) => {
    const { signedIn, now, traceKey } = c.get('facts')
    if (!signedIn) return logIn(c)
    const [, exportId = '', ending] = /^(.+)\.(zip|json)$/.exec(c.req.param('file')) ?? []
    const format = ending === 'zip' ? 'zip' : 'json'
    if (!isProven('secondFactor', { signedIn, now }))
      return c.redirect(proofAddress('secondFactor', pages.held), 302)
    try {
      const { accountId } = signedIn
      const request = { accountId, exportId, format, now, traceKey } as const
      const { stream, fileName } = await services.openExport(request)
      return c.body(stream, 200, {
        'Content-Type': format === 'zip' ? 'application/zip' : 'application/json; charset=utf-8',
        'Content-Disposition': `attachment; filename="${fileName}"`,
        'Cache-Control': 'private, no-store',
      })
    } catch (error) {
      return refuse(error)
    }
  })

  app.get(pages.callPdf, files, async (c) => {
    const { signedIn } = c.get('facts')
    if (!signedIn) return logIn(c)
    const { accountId, contractId } = signedIn
    if (!contractId) return refuse(new RefusalError('ACCESS_DENIED'))
    const asked = (name: string) => c.req.query(name) ?? ''
    const unmasked = asked('unmasked') === '1'
    if (unmasked && !isProven('secondFactor', c.get('facts'))) {
      const { pathname, search } = new URL(c.req.url)
      return c.redirect(proofAddress('secondFactor', pathname + search), 303)
    }
    try {
      const pdf = await services.printCalls({
        accountId,
        contractId,
        lineId: asked('line'),
        from: asked('from'),
        to: asked('to'),
        unmasked,
      })
      return c.body(new Uint8Array(pdf), 200, {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="calls-${asked('from').slice(0, 7)}.pdf"`,
        'Cache-Control': 'private, no-store',
      })
    } catch (error) {
      return refuse(error)
    }
  })

  app.get('/calendar/order/:file{[\\w-]+\\.ics}', files, async (c) => {
    const { signedIn, now } = c.get('facts')
    if (!signedIn) return logIn(c)
    const { contractId } = signedIn
    if (!contractId) return refuse(new RefusalError('ACCESS_DENIED'))
    const orderNo = nameOf(c.req.param('file'), '.ics')
    try {
      const { db } = services.database
      // An application's file has the dates of all its lines.
      const orderNos = orderNo.startsWith('AP-')
        ? await services.ordersOfApplication(db, contractId, orderNo, now)
        : [orderNo]
      return calendarFile(
        c,
        await services.calendar.ofOrders(db, contractId, orderNos, now),
        `attachment; filename="${orderNo}.ics"`,
      )
    } catch (error) {
      return refuse(error)
    }
  })

  const feeds = limited(services.limiter, 'calendars', (c) => hashSecret(c.req.path))
  app.get('/calendar/:file{[\\w-]+\\.ics}', feeds, async (c) => {
    const secret = nameOf(c.req.param('file'), '.ics')
    const { db } = services.database
    const feed = await services.calendar.feed(db, secret, c.get('facts').now)
    if (feed === undefined) return refuse(new RefusalError('NOT_FOUND'))
    return calendarFile(c, feed, 'inline; filename="dates.ics"')
  })

  return app
}

function nameOf(file: string, ending: string): string {
  return file.slice(0, -ending.length)
}

function logIn(c: Context<ServerEnv>) {
  return c.redirect(`/auth/login?${new URLSearchParams({ back: c.req.path })}`, 302)
}

function calendarFile(c: Context<ServerEnv>, text: string, disposition: string) {
  return c.body(text, 200, {
    'Content-Type': 'text/calendar; charset=utf-8',
    'Content-Disposition': disposition,
    'Cache-Control': 'private, no-store',
    'X-Robots-Tag': 'noindex',
  })
}

/** A plain sentence: these addresses are opened by programs, or from a page that said the same before. */
function refuse(error: unknown) {
  if (!(error instanceof RefusalError)) throw error
  const { httpStatus, message } = errors[error.code]
  return new Response(message, {
    status: httpStatus,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
