import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import type { Context } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { brand } from '#brand'
import { bearer } from '../wire/bearer.ts'
import { fieldError, page } from '../wire/page.ts'
import { readBody, refusal } from '../wire/refusal.ts'
import { firstRow, insertRow, rowOf, run, type Store } from '../wire/store.ts'
import { brandOf, passesCheckDigit, toCardToken } from './card-number.ts'

export const cardUpdateSchema = `
  CREATE TABLE IF NOT EXISTS card_code (
    code TEXT PRIMARY KEY, card TEXT NOT NULL, issued_at INTEGER NOT NULL, spent INTEGER NOT NULL DEFAULT 0
  ) STRICT;`

type CardUpdateOptions = {
  store: Store
  now: () => Temporal.Instant
  secret: string
  returnOrigins: string[]
}

type CardForm = {
  /** No card is replaced. */
  isFirst: boolean
  returnUrl: string
  state: string
  expiry: string
  holder: string
  errors: { number?: string; expiry?: string; holder?: string }
}

const codeMinutes = 10
const codeRowSchema = rowOf({ card: z.string(), issuedAt: z.int(), spent: z.int() })

/** The provider's page for a new card. The portal only ever sees a token, the brand and four digits. */
export function cardUpdateRoutes(options: CardUpdateOptions): Hono {
  const routes = new Hono()

  routes.get('/card', async (c) => {
    const returnUrl = allowedReturnUrl(c.req.query('return_url'), options.returnOrigins)
    if (returnUrl === undefined) return c.html(await refusedPage(), 400)
    const state = c.req.query('state') ?? ''
    return showForm(
      c,
      {
        isFirst: c.req.query('purpose') === 'register',
        returnUrl: returnUrl.href,
        state,
        expiry: '',
        holder: '',
        errors: {},
      },
      200,
    )
  })

  routes.post('/card', async (c) => {
    const body = await c.req.parseBody()
    const returnUrl = allowedReturnUrl(textOf(body['return_url']), options.returnOrigins)
    if (returnUrl === undefined) return c.html(await refusedPage(), 400)
    const state = textOf(body['state'])
    returnUrl.searchParams.set('state', state)
    if (body['cancel'] !== undefined) {
      returnUrl.searchParams.set('error', 'cancelled')
      return c.redirect(returnUrl.href, 303)
    }

    const number = textOf(body['number']).normalize('NFKC').replace(/[\s-]/g, '')
    const expiry = textOf(body['expiry']).normalize('NFKC').trim()
    const holder = textOf(body['holder']).trim()
    const expires = parseExpiry(expiry, options.now())
    const errors: CardForm['errors'] = {
      ...(passesCheckDigit(number) ? {} : { number: 'カード番号をお確かめください。' }),
      ...(expires === undefined
        ? { expiry: '有効期限を「月/年」の順に、先の日付で入力してください（例：09/30）。' }
        : {}),
      ...(holder === '' ? { holder: 'カードの名義を入力してください。' } : {}),
    }
    if (Object.keys(errors).length > 0 || expires === undefined) {
      const plainReturnUrl = textOf(body['return_url'])
      const isFirst = body['purpose'] === 'register'
      return showForm(c, { isFirst, returnUrl: plainReturnUrl, state, expiry, holder, errors }, 422)
    }

    const code = randomBytes(24).toString('base64url')
    const card = {
      cardToken: toCardToken(number, expires, randomBytes(9).toString('hex')),
      brand: brandOf(number),
      last4: number.slice(-4),
      expires,
    }
    insertRow(options.store, 'card_code', { code, card, issuedAt: seconds(options.now()) })
    returnUrl.searchParams.set('code', code)
    return c.redirect(returnUrl.href, 303)
  })

  routes.post('/card/exchange', bearer(options.secret), async (c) => {
    const { code } = await readBody(c, z.strictObject({ code: z.string() }))
    const sql = 'SELECT card, issued_at, spent FROM card_code WHERE code = ?'
    const row = firstRow(options.store, codeRowSchema, sql, code)
    const age = row === undefined ? 0 : seconds(options.now()) - row.issuedAt
    if (row === undefined || row.spent === 1 || age > codeMinutes * 60) {
      throw refusal(410, 'CODE_SPENT')
    }
    run(options.store, 'UPDATE card_code SET spent = 1 WHERE code = ?', code)
    return c.body(row.card, 200, { 'content-type': 'application/json' })
  })

  return routes
}

function seconds(at: Temporal.Instant): number {
  return Math.floor(at.epochMilliseconds / 1000)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The address to go back to, if its origin is on the list; exact comparison, nothing by prefix. */
function allowedReturnUrl(text: string | undefined, origins: string[]): URL | undefined {
  const url = text === undefined ? null : URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return undefined
  return origins.includes(url.origin) ? url : undefined
}

/** `09/30` → `2030-09`, unless that month is over in Japan. */
function parseExpiry(text: string, now: Temporal.Instant): string | undefined {
  const found = /^(0[1-9]|1[0-2])\s*\/\s*(?:20)?(\d{2})$/.exec(text)
  if (found === null) return undefined
  const expires = `20${found[2] ?? ''}-${found[1] ?? ''}`
  const thisMonth = now.toZonedDateTimeISO('Asia/Tokyo').toPlainDate().toPlainYearMonth()
  return expires >= thisMonth.toString() ? expires : undefined
}

async function showForm(c: Context, form: CardForm, status: 200 | 422): Promise<Response> {
  c.header('cache-control', 'no-store')
  const { errors } = form
  const field = (
    name: 'number' | 'expiry' | 'holder',
    label: string,
    autocomplete: string,
    value: string,
    mode: 'numeric' | 'text',
  ) =>
    html`<label for="${name}">${label}</label>
      <input
        id="${name}"
        name="${name}"
        autocomplete="${autocomplete}"
        inputmode="${mode}"
        value="${value}"
        required
        aria-invalid="${errors[name] === undefined ? 'false' : 'true'}"
        aria-describedby="${name}-error"
      />
      ${fieldError(`${name}-error`, errors[name])}`
  const { isFirst } = form
  const title = isFirst ? 'お支払いカードの登録' : 'お支払いカードの変更'
  return c.html(
    await page(
      `${status === 422 ? 'エラー：' : ''}${title}`,
      html`<p class="brand">${brand.account}</p>
        <h1>${title}</h1>
        <p>
          ${isFirst ? '' : '新しい'}カードの情報を入力してください。カード番号は、${brand.service}には渡りません。
        </p>
        <form method="post" action="/card" novalidate>
          <input type="hidden" name="return_url" value="${form.returnUrl}" />
          <input type="hidden" name="state" value="${form.state}" />
          <input type="hidden" name="purpose" value="${isFirst ? 'register' : ''}" />
          ${field('number', 'カード番号', 'cc-number', '', 'numeric')}
          ${field('expiry', '有効期限（月/年）', 'cc-exp', form.expiry, 'text')}
          ${field('holder', '名義（カードの表記どおり）', 'cc-name', form.holder, 'text')}
          <button type="submit">
            ${isFirst ? 'このカードを登録する' : 'このカードに変更する'}
          </button>
          <button class="quiet" type="submit" name="cancel" value="1">
            ${isFirst ? '登録せずに戻る' : '変更せずに戻る'}
          </button>
        </form>`,
    ),
    status,
  )
}

function refusedPage(): Promise<string> {
  return page(
    'このページは開けません',
    html`<h1>このページは開けません</h1>
      <p>戻り先のサイトを確認できませんでした。もとのサイトから開き直してください。</p>`,
  )
}
