import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { textMessage } from '#outside/text-message.ts'
import { answerOnce } from '../wire/answers.ts'
import { bearer } from '../wire/bearer.ts'
import { neverAnswer } from '../wire/faults.ts'
import { page } from '../wire/page.ts'
import { readBody, refusal } from '../wire/refusal.ts'
import { allRows, insertRow, type Store } from '../wire/store.ts'

export const messageSchema = `
  CREATE TABLE IF NOT EXISTS text_message (
    id INTEGER PRIMARY KEY AUTOINCREMENT, recipient TEXT NOT NULL, words TEXT NOT NULL, at INTEGER NOT NULL
  ) STRICT;`

const rowSchema = z.object({ recipient: z.string(), words: z.string(), at: z.int() })

const shown = 100

type MessageOptions = { store: Store; now: () => Temporal.Instant; secret: string }

/** Text messages to any phone, and the page that shows what arrived: a member's phone, for a demo. */
export function messageRoutes({ store, now, secret }: MessageOptions): Hono {
  const routes = new Hono()

  routes.post('/messages', bearer(secret), async (c) => {
    const body = await readBody(c, textMessage)
    if (body.to.endsWith('9422')) throw refusal(422, 'NUMBER_UNREACHABLE')
    const answer = answerOnce(store, c, body, () => {
      const at = now().epochMilliseconds
      insertRow(store, 'text_message', { recipient: body.to, words: body.text, at })
      return { status: 201, body: { orderId: body.orderId } }
    })
    return body.to.endsWith('9408') ? neverAnswer(c) : answer
  })

  routes.get('/messages', async (c) => {
    const wanted = c.req.query('to') ?? ''
    const sql = `SELECT recipient, words, at FROM text_message
      WHERE ? IN ('', recipient) ORDER BY id DESC LIMIT ?`
    const rows = allRows(store, rowSchema, sql, wanted, shown)
    const list = rows.map(
      ({ recipient, words, at }) =>
        html`<tr>
          <td>${words}<br />${recipient}</td>
          <td>
            ${Temporal.Instant.fromEpochMilliseconds(at).toString({ timeZone: 'Asia/Tokyo', smallestUnit: 'second' })}
          </td>
        </tr>`,
    )
    const table = html`<table>
      <thead>
        <tr>
          <th scope="col">本文・宛先</th>
          <th scope="col">受信日時</th>
        </tr>
      </thead>
      <tbody>
        ${list}
      </tbody>
    </table>`
    const empty = html`<p>まだSMSはありません。連絡先を変更すると、確認コードがここに届きます。</p>`
    const body = html`<h1>受信したSMS</h1>
      ${rows.length > 0 ? table : empty}`
    return c.html(await page('受信したSMS', body))
  })

  return routes
}
