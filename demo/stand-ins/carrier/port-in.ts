import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { portInRequest } from '#outside/carrier.ts'
import { bearer } from '../wire/bearer.ts'
import { page } from '../wire/page.ts'
import { readBody, refusal } from '../wire/refusal.ts'
import { firstRow, insertRow, rowOf, run, type Store } from '../wire/store.ts'
import type { CarrierOrder } from './wire.ts'

export const portInSchema = `
  CREATE TABLE IF NOT EXISTS port_in_visit (
    visit_id TEXT PRIMARY KEY, number TEXT NOT NULL, return_url TEXT NOT NULL, state TEXT NOT NULL,
    token TEXT, expires_at INTEGER NOT NULL
  ) STRICT;`

type PortInOptions = {
  store: Store
  now: () => Temporal.Instant
  secret: string
  carrierUrl: string
  /** Of the portal: the only place a visitor is led back to. */
  returnOrigin: string
}

const oldCarrier = 'そらのモバイル（転出元の見本）'
const visitMinutes = 30
/** A consent is good for so long, like a reservation number of its day. */
const tokenDays = 14

const rowSchema = rowOf({
  visitId: z.string(),
  number: z.string(),
  returnUrl: z.string(),
  state: z.string(),
  expiresAt: z.int(),
})

/** The carrier that a number comes from, where it lets go of one in one stop: its page asks for the consent. */
export function portInRoutes({ store, now, ...options }: PortInOptions): Hono {
  const routes = new Hono()

  routes.post('/port-in/one-stop', bearer(options.secret), async (c) => {
    const { number, returnUrl, state } = await readBody(c, portInRequest)
    if (new URL(returnUrl).origin !== options.returnOrigin) throw refusal(422, 'RETURN_URL_REFUSED')
    const visitId = randomBytes(18).toString('base64url')
    const expiresAt = now().add({ minutes: visitMinutes }).epochMilliseconds
    insertRow(store, 'port_in_visit', { visitId, number, returnUrl, state, expiresAt })
    return c.json({ startUrl: `${options.carrierUrl}/port-in/${visitId}` }, 201)
  })

  const findVisit = (visitId: string) => {
    const sql =
      'SELECT * FROM port_in_visit WHERE visit_id = ? AND token IS NULL AND expires_at > ?'
    return firstRow(store, rowSchema, sql, visitId, now().epochMilliseconds)
  }

  routes.get('/port-in/:visitId', async (c) => {
    const visit = findVisit(c.req.param('visitId'))
    return visit === undefined
      ? c.html(await overPage(), 410)
      : c.html(await consentPage(visit.number))
  })

  routes.post('/port-in/:visitId', async (c) => {
    const visit = findVisit(c.req.param('visitId'))
    if (visit === undefined) return c.html(await overPage(), 410)
    const { answer } = await c.req.parseBody()
    const back = new URL(visit.returnUrl)
    back.searchParams.set('state', visit.state)
    if (answer === 'consented') {
      const token = `ost-${randomBytes(18).toString('base64url')}`
      const expiresAt = now()
        .add({ hours: 24 * tokenDays })
        .toZonedDateTimeISO('Asia/Tokyo')
      run(store, 'UPDATE port_in_visit SET token = ? WHERE visit_id = ?', token, visit.visitId)
      back.searchParams.set('token', token)
      back.searchParams.set('until', expiresAt.toPlainDate().toString())
    } else back.searchParams.set('error', answer === 'differs' ? 'name_differs' : 'declined')
    return c.redirect(back.href, 303)
  })

  return routes
}

type PortIn = NonNullable<Extract<CarrierOrder, { kind: 'issue-sim' }>['portIn']>

const refusedEndings: Readonly<Record<string, string>> = {
  '9404': 'MNP_NUMBER_UNKNOWN',
  '9410': 'MNP_NUMBER_EXPIRED',
  '9411': 'MNP_NAME_DIFFERS',
}

/** Why a number cannot be brought, as the carrier it comes from says it: by the end of the reservation number. */
export function portInRefusal(store: Store, portIn: PortIn | undefined): string | undefined {
  if (portIn?.mnpNumber !== undefined) return refusedEndings[portIn.mnpNumber.slice(-4)]
  if (portIn?.oneStopToken === undefined) return undefined
  const sql = 'SELECT * FROM port_in_visit WHERE token = ? AND number = ?'
  const known = firstRow(store, rowSchema, sql, portIn.oneStopToken, portIn.number)
  return known === undefined ? 'MNP_NUMBER_UNKNOWN' : undefined
}

function consentPage(number: string): Promise<string> {
  const written = number.replace(/^(\d{3})(\d{4})(\d{4})$/, '$1-$2-$3')
  return page(
    '番号を移す手続きの確認',
    html`<p class="brand">${oldCarrier}</p>
      <h1>番号を移す手続きの確認</h1>
      <p>
        電話番号 ${written}
        を、新しい契約先へ移します。新しい契約先での切り替えが済むと、当社の契約は終わります。
      </p>
      <form method="post">
        <button type="submit" name="answer" value="consented">同意して、新しい契約先へ戻る</button>
        <button class="quiet" type="submit" name="answer" value="declined">同意せずに戻る</button>
        <button class="quiet" type="submit" name="answer" value="differs">
          （見本）名義が違うことにする
        </button>
      </form>`,
  )
}

function overPage(): Promise<string> {
  return page(
    'この手続きは終わっています',
    html`<p class="brand">${oldCarrier}</p>
      <h1>この手続きは終わっています</h1>
      <p>新しい契約先の画面に戻り、もう一度はじめてください。</p>`,
  )
}
