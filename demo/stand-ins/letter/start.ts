import { html } from 'hono/html'
import { z } from 'zod'
import { letter, type letterStatus } from '#outside/letter.ts'
import { answerOnce, answersSchema } from '../wire/answers.ts'
import { bearer } from '../wire/bearer.ts'
import { neverAnswer } from '../wire/faults.ts'
import type { RunningServer, ServerOptions } from '../wire/listen.ts'
import { page } from '../wire/page.ts'
import { readBody, refusal } from '../wire/refusal.ts'
import { startStandIn } from '../wire/stand-in.ts'
import { allRows, insertRow, jsonOf, rowOf } from '../wire/store.ts'

const schema = `
  ${answersSchema}
  CREATE TABLE IF NOT EXISTS letter (
    order_id TEXT PRIMARY KEY, recipient TEXT NOT NULL, address TEXT NOT NULL, paragraphs TEXT NOT NULL, at INTEGER NOT NULL
  ) STRICT;`

const rowSchema = rowOf({
  orderId: z.string(),
  recipient: z.string(),
  address: z.string(),
  paragraphs: jsonOf(z.array(z.string())),
  at: z.int(),
})
type Row = z.output<typeof rowSchema>

const HOUR_MS = 3_600_000
/** After it was taken in: given to the post, handed over, or brought back. */
const hoursUntil = { posted: 24, delivered: 48, returned: 96 }

/** An address at which nobody of that name is found: the letter comes back. */
const NOBODY = '宛先不明'

function statusOf(row: Row, now: Temporal.Instant): z.output<typeof letterStatus> {
  const hours = (now.epochMilliseconds - row.at) / HOUR_MS
  const { orderId } = row
  if (hours < hoursUntil.posted) return { orderId, state: 'accepted' }
  const trackingNo = `3950${String(row.at).slice(-8)}`
  if (row.address.includes(NOBODY))
    return { orderId, state: hours < hoursUntil.returned ? 'posted' : 'returned', trackingNo }
  return { orderId, state: hours < hoursUntil.delivered ? 'posted' : 'delivered', trackingNo }
}

const shown = 50

/** Starts the house that prints and posts our letters, and the letter box in which they arrive: docs/outside-systems.md 8. */
export function startLetters(options: ServerOptions & { secret: string }): Promise<RunningServer> {
  return startStandIn('letters', options, schema, ({ app, store }) => {
    const rowsOf = (where: string, ...given: string[]) =>
      allRows(
        store,
        rowSchema,
        `SELECT * FROM letter ${where} ORDER BY at DESC, rowid DESC LIMIT ${shown}`,
        ...given,
      )
    for (const path of ['/letters', '/letters/*']) app.use(path, bearer(options.secret))

    app.post('/letters', async (c) => {
      const body = await readBody(c, letter)
      if (body.to.address.includes('住所なし')) throw refusal(422, 'ADDRESS_UNKNOWN')
      const answer = answerOnce(store, c, body, () => {
        const { orderId, to, paragraphs } = body
        insertRow(store, 'letter', {
          orderId,
          recipient: to.name,
          address: `〒${to.zipCode} ${to.address}`,
          paragraphs,
          at: options.now().epochMilliseconds,
        })
        return { status: 201, body: { orderId, state: 'accepted' } }
      })
      return body.to.address.includes('返事なし') ? neverAnswer(c) : answer
    })

    app.get('/letters/:orderId', (c) => {
      const [row] = rowsOf('WHERE order_id = ?', c.req.param('orderId'))
      if (row === undefined) throw refusal(404, 'LETTER_UNKNOWN')
      return c.json(statusOf(row, options.now()))
    })

    app.get('/', async (c) => {
      const letters = rowsOf('')
      const list = letters.map(
        ({ recipient, address, paragraphs }) =>
          html`<h2>${recipient} 様</h2>
            <p>${address}（簡易書留・転送不要）</p>
            ${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}`,
      )
      const empty = html`<p>まだ手紙はありません。ご本人の確認の手紙を頼むと、ここに届きます。</p>`
      return c.html(
        await page(
          '届いた手紙',
          html`<h1>届いた手紙</h1>
            ${letters.length > 0 ? list : empty}`,
        ),
      )
    })
  })
}
