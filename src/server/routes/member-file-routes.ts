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
  const feeds = limited(services.limiter, 'calendars', (c) => hashSecret(c.req.path))
  const { document, invoice, memberExport } = folders
  app.get(`${document}/:file{[\\w-]+\\.pdf}`, files, (c) => contractDocument(c, services))
  app.get(`${invoice}/:file{[\\w-]+\\.(?:pdf|json)}`, files, (c) => invoiceFile(c, services))
  app.get(`${memberExport}/:file{[\\w-]+\\.(?:zip|json)}`, files, (c) => exported(c, services))
  app.get(pages.callPdf, files, (c) => printedCalls(c, services))
  app.get('/calendar/order/:file{[\\w-]+\\.ics}', files, (c) => datesOfOrder(c, services))
  app.get('/calendar/:file{[\\w-]+\\.ics}', feeds, (c) => calendarFeed(c, services))
  return app
}

type Asked = Context<ServerEnv>

/** Answers whoever is logged in and has a contract; what is refused is said in a plain sentence. */
async function ofContract(
  c: Asked,
  answer: (who: { accountId: string; contractId: string }) => Promise<Response>,
): Promise<Response> {
  const { signedIn } = c.get('facts')
  if (!signedIn) return logIn(c)
  const { accountId, contractId } = signedIn
  if (!contractId) return refuse(new RefusalError('ACCESS_DENIED'))
  return answer({ accountId, contractId }).catch(refuse)
}

const contractDocument = (c: Asked, services: Services) =>
  ofContract(c, async (who) => {
    const docId = nameOf(fileIn(c), '.pdf')
    const { pdf, fileName } = await services.readDocument({ ...who, docId })
    return privateFile(c, pdf, 'application/pdf', `inline; filename="${fileName}"`)
  })

const invoiceFile = (c: Asked, services: Services) =>
  ofContract(c, async ({ contractId }) => {
    const asked = fileIn(c)
    const { readPdf, readJson } = services.invoiceFiles
    const [, printed = '', copyNumber = ''] = /^(.+)-(\d{1,4})\.pdf$/.exec(asked) ?? []
    const isJson = asked.endsWith('.json')
    const { file, fileName } = isJson
      ? await readJson({ contractId, invoiceId: nameOf(asked, '.json') })
      : await readPdf({ contractId, invoiceId: printed, copyNumber: Number(copyNumber) })
    const type = isJson ? JSON_TYPE : 'application/pdf'
    return privateFile(c, file, type, `attachment; filename="${fileName}"`)
  })

async function exported(c: Asked, services: Services) {
  const { signedIn, now, traceKey } = c.get('facts')
  if (!signedIn) return logIn(c)
  const [, exportId = '', ending] = /^(.+)\.(zip|json)$/.exec(fileIn(c)) ?? []
  const format = ending === 'zip' ? 'zip' : 'json'
  if (!isProven('secondFactor', { signedIn, now }))
    return c.redirect(proofAddress('secondFactor', pages.held), 302)
  try {
    const { accountId } = signedIn
    const request = { accountId, exportId, format, now, traceKey } as const
    const { stream, fileName } = await services.openExport(request)
    const type = format === 'zip' ? 'application/zip' : JSON_TYPE
    return c.body(stream, 200, privately(type, `attachment; filename="${fileName}"`))
  } catch (error) {
    return refuse(error)
  }
}

const printedCalls = (c: Asked, services: Services) =>
  ofContract(c, async (who) => {
    const asked = (name: string) => c.req.query(name) ?? ''
    const unmasked = asked('unmasked') === '1'
    if (unmasked && !isProven('secondFactor', c.get('facts'))) {
      const { pathname, search } = new URL(c.req.url)
      return c.redirect(proofAddress('secondFactor', pathname + search), 303)
    }
    const period = { lineId: asked('line'), from: asked('from'), to: asked('to') }
    const pdf = await services.printCalls({ ...who, ...period, unmasked })
    const disposition = `attachment; filename="calls-${period.from.slice(0, 7)}.pdf"`
    return privateFile(c, pdf, 'application/pdf', disposition)
  })

const datesOfOrder = (c: Asked, services: Services) =>
  ofContract(c, async ({ contractId }) => {
    const { now } = c.get('facts')
    const orderNo = nameOf(fileIn(c), '.ics')
    const { db } = services.database
    // An application's file has the dates of all its lines.
    const orderNos = orderNo.startsWith('AP-')
      ? await services.ordersOfApplication(db, contractId, orderNo)
      : [orderNo]
    const text = await services.calendar.ofOrders(db, contractId, orderNos, now)
    return calendarFile(c, text, `attachment; filename="${orderNo}.ics"`)
  })

async function calendarFeed(c: Asked, services: Services) {
  const secret = nameOf(fileIn(c), '.ics')
  const feed = await services.calendar.feed(services.database.db, secret, c.get('facts').now)
  if (feed === undefined) return refuse(new RefusalError('NOT_FOUND'))
  return calendarFile(c, feed, 'inline; filename="dates.ics"')
}

const JSON_TYPE = 'application/json; charset=utf-8'

const privately = (type: string, disposition: string) => ({
  'Content-Type': type,
  'Content-Disposition': disposition,
  'Cache-Control': 'private, no-store',
})

const privateFile = (c: Asked, file: Uint8Array, type: string, disposition: string) =>
  c.body(new Uint8Array(file), 200, privately(type, disposition))

const fileIn = (c: Asked) => c.req.param('file') ?? ''

function nameOf(file: string, ending: string): string {
  return file.slice(0, -ending.length)
}

function logIn(c: Context<ServerEnv>) {
  return c.redirect(`/auth/login?${new URLSearchParams({ back: c.req.path })}`, 302)
}

function calendarFile(c: Context<ServerEnv>, text: string, disposition: string) {
  return c.body(text, 200, {
    ...privately('text/calendar; charset=utf-8', disposition),
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
