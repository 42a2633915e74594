import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { RefusalError } from '#backend/refusal.ts'
import { openDocument } from '#backend/succession/rows/documents.ts'
import { antiForgery } from '#protocol/http.ts'
import { successionPages } from '#vocabulary/site-pages.ts'
import { scan, openHeir, theDeceased } from '#tests/api/heirs.ts'
import { uploadOffences, type Upload } from '#tests/api/hostile-files.ts'
import { countRows, rowsOf } from '#tests/api/rows.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { factsOf } from '../app.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import { createCookies } from '../session/cookies.ts'
import { successionRoutes } from './succession-routes.ts'

const ORIGIN = 'http://localhost:3000'
const harness = await useHarness()
const { services, database } = harness
const cookies = createCookies(ORIGIN)
const app = new Hono<ServerEnv>()
app.use(async (c, next) => {
  c.set('facts', await factsOf(c.req.raw, services, cookies))
  await next()
})
app.route('/', successionRoutes(services, cookies))
app.onError((error, c) => c.text(error instanceof RefusalError ? error.code : String(error), 403))

/** Somebody of the family who has named the contract, and the form of a paper. */
async function paperForm(loginId: string) {
  const { number } = await theDeceased(harness, `${loginId}-dead`)
  const heir = await openHeir(harness, loginId)
  await heir.saveContract(number)
  const browser = await harness.signIn(loginId)
  const send = async (file: File, token = browser.token) => {
    const form = new FormData()
    form.set(antiForgery.field, token)
    form.append('file', file)
    const headers = {
      Cookie: `sid=${browser.secret}; ${antiForgery.cookie}=${browser.token}`,
      Origin: ORIGIN,
      'Sec-Fetch-Site': 'same-origin',
    }
    return app.request(`${ORIGIN}${successionPages.file}`, { method: 'POST', body: form, headers })
  }
  const upload: Upload = {
    send: (file) => send(file),
    stored: async () => {
      const rows = await rowsOf(harness, 'succession_document', '*', {
        account_id: heir.accountId,
      })
      return rows.map((row) => openDocument(services.sealing, row))
    },
    forget: async () => {
      await database.db
        .deleteFrom('succession_document')
        .where('account_id', '=', heir.accountId)
        .execute()
    },
  }
  return { heir, send, upload }
}

test('書類の送り口は、書類でないものを残さず、画像に付いてきたものも、名前も残さない', async () => {
  const { upload } = await paperForm('hostile')
  expect(await uploadOffences(upload)).toEqual([])
})

test('受け取った書類は一覧に、断った書類は理由とともに一覧に戻る', async () => {
  const { send, heir } = await paperForm('papers')
  const pdf = new File([new Uint8Array(scan())], 'koseki.pdf')
  expect((await send(pdf)).headers.get('location')).toBe('/order/succession/documents')
  const text = new File(['text'], 'memo.txt')
  expect((await send(text)).headers.get('location')).toBe(
    '/order/succession/documents?file=SUCCESSION_FILE_UNKNOWN',
  )
  const row = `account_id = '${heir.accountId}'`
  expect(await countRows(harness, 'succession_document', row)).toBe(1)
})

test('ほかのサイトの合い言葉では受け取らず、ログインしていなければログインへ導く', async () => {
  const { send, heir } = await paperForm('forged')
  const pdf = new File([new Uint8Array(scan())], 'koseki.pdf')
  expect(await (await send(pdf, 'another-token')).text()).toBe('FORGERY_SUSPECTED')
  expect(await countRows(harness, 'succession_document', `account_id = '${heir.accountId}'`)).toBe(
    0,
  )
  const nobody = await app.request(`${ORIGIN}${successionPages.file}`, {
    method: 'POST',
    body: new FormData(),
  })
  expect(nobody.headers.get('location')).toBe('/auth/login?back=%2Forder%2Fsuccession%2Fdocuments')
})
