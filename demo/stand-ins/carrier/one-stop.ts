import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { oneStopConsent } from '#outside/carrier.ts'
import { answerOnce } from '../wire/answers.ts'
import { bearer } from '../wire/bearer.ts'
import { fieldError, page } from '../wire/page.ts'
import { parseOr400, readBody, refusal } from '../wire/refusal.ts'
import { firstRow, insertRow, rowOf, run, type Store } from '../wire/store.ts'
import { tokyoText } from './hours.ts'
import { getLine, isEnded } from './line-store.ts'
import { rejected } from './line-routes.ts'
import { planOneStop } from './order-plan.ts'
import { insertOrder } from './order-store.ts'
import { oneStopTokenSchema } from './wire.ts'

type OneStopOptions = {
  store: Store
  now: () => Temporal.Instant
  secret: string
  carrierUrl: string
  /** The portal's page on which the member consents. */
  consentUrl: string
  progress: () => void
}

const receivingCarrier = 'みらいの電話（転入先の見本）'
const tokenMinutes = 30

const rowSchema = rowOf({
  token: z.string(),
  number: z.string(),
  expiresAt: z.int(),
  state: z.enum(['waiting', 'consented', 'declined']),
})

/** The receiving carrier of a one-stop port-out: it sends the member here and waits for the consent. */
export function oneStopRoutes(options: OneStopOptions): Hono {
  const { store, now } = options
  const returnUrl = `${options.carrierUrl}/one-stop/done`
  const routes = new Hono()

  const mint = (number: string) => {
    const token = randomBytes(24).toString('base64url')
    const expiresAt = now().add({ minutes: tokenMinutes }).epochMilliseconds
    insertRow(store, 'one_stop', { token, number, expiresAt })
    const consentUrl = new URL(options.consentUrl)
    consentUrl.searchParams.set('token', token)
    consentUrl.searchParams.set('return_url', returnUrl)
    return { token, consentUrl: consentUrl.href }
  }
  const find = (token: string) => {
    const found = firstRow(store, rowSchema, 'SELECT * FROM one_stop WHERE token = ?', token)
    if (found === undefined) throw refusal(404, 'TOKEN_UNKNOWN')
    const isLate = found.state === 'waiting' && now().epochMilliseconds >= found.expiresAt
    return { ...found, state: isLate ? ('expired' as const) : found.state }
  }

  routes.get('/one-stop', async (c) => c.html(await startPage('', undefined)))
  routes.post('/one-stop', async (c) => {
    const body = await c.req.parseBody()
    const typed = typeof body['number'] === 'string' ? body['number'] : ''
    const number = typed.normalize('NFKC').replace(/[\s-]/g, '')
    if (!/^0[789]0\d{8}$/.test(number)) {
      const sentence = '携帯電話の番号を11桁で入力してください（例：070-0000-0000）。'
      return c.html(await startPage(typed, sentence), 422)
    }
    return c.redirect(mint(number).consentUrl, 303)
  })
  routes.get('/one-stop/done', async (c) => {
    const isDone = c.req.query('result') === 'consented'
    return c.html(await donePage(isDone))
  })
  routes.post('/one-stop/tokens', async (c) => {
    const { number } = await readBody(c, oneStopTokenSchema)
    return c.json(mint(number))
  })

  routes.get('/one-stop/tokens/:token', bearer(options.secret), (c) => {
    const { token, number, state, ...found } = find(c.req.param('token'))
    const expiresAt = tokyoText(Temporal.Instant.fromEpochMilliseconds(found.expiresAt))
    return c.json({ token, number, receivingCarrier, returnUrl, expiresAt, state })
  })
  routes.post('/one-stop/consents', bearer(options.secret), async (c) => {
    const body = await readBody(c, oneStopConsent)
    return answerOnce(store, c, body, () => {
      const { token, number, state } = find(parseOr400(z.string(), body.token))
      if (state === 'expired') throw refusal(410, 'TOKEN_EXPIRED')
      if (state !== 'waiting') throw refusal(409, 'TOKEN_SPENT')
      const line = getLine(store, body.lineRef)
      if (line.number !== number) return rejected('NUMBER_DIFFERS')
      if (isEnded(line, now().epochMilliseconds)) return rejected('LINE_TERMINATED')
      run(store, 'UPDATE one_stop SET state = ? WHERE token = ?', body.result, token)
      if (body.result === 'consented') {
        const { orderId, lineRef } = body
        const order = { orderId, kind: 'one-stop', lineRef, request: {}, sentinel: undefined }
        insertOrder(store, order, planOneStop(number, now()))
        options.progress()
      }
      const redirectUrl = `${returnUrl}?result=${body.result}`
      return { status: 200, body: { token, state: body.result, redirectUrl } }
    })
  })
  return routes
}

function startPage(number: string, error: string | undefined): Promise<string> {
  return page(
    `${error === undefined ? '' : 'エラー：'}のりかえのお申し込み`,
    html`<p class="brand">${receivingCarrier}</p>
      <h1>のりかえのお申し込み</h1>
      <p>
        今お使いの番号のまま、のりかえます。続けて、今の契約先のサイトで転出に同意していただきます。
      </p>
      <form method="post" action="/one-stop" novalidate>
        <label for="number">のりかえる電話番号</label>
        <input
          id="number"
          name="number"
          inputmode="tel"
          autocomplete="tel-national"
          value="${number}"
          aria-invalid="${error === undefined ? 'false' : 'true'}"
          aria-describedby="number-error"
        />
        ${fieldError('number-error', error)}
        <button type="submit">今の契約先へ進む</button>
      </form>`,
  )
}

function donePage(isConsented: boolean): Promise<string> {
  const title = isConsented ? '転出の同意を受け取りました' : '同意されませんでした'
  const sentence = isConsented
    ? '10分ほどで開通し、今の契約先の回線は使えなくなります。'
    : 'のりかえは行われません。今の契約先の回線は、そのままお使いになれます。'
  return page(
    title,
    html`<p class="brand">${receivingCarrier}</p>
      <h1>${title}</h1>
      <p>${sentence}</p>`,
  )
}
