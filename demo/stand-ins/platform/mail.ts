import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { page } from '../wire/page.ts'
import { parseMail } from './mail-file.ts'

const shown = 200

/** Reads the mails that the embedded default writes as files: the member's mailbox, for a demo. */
export function mailRoutes(mailFolder: string): Hono {
  const routes = new Hono()

  routes.get('/mail', async (c) => {
    const wanted = c.req.query('to')
    const names = (await mailFiles(mailFolder)).reverse()
    const mails = await Promise.all(
      names.slice(0, shown).map(async (name) => ({ name, mail: await readMail(mailFolder, name) })),
    )
    const found = mails.flatMap(({ name, mail }) =>
      mail !== undefined && (wanted === undefined || mail.to.includes(wanted))
        ? [{ name, mail }]
        : [],
    )
    const rows = found.map(
      ({ name, mail }) =>
        html`<tr>
          <td><a href="/mail/${encodeURIComponent(name)}">${mail.subject}</a><br />${mail.to}</td>
          <td>${mail.sentAt}</td>
        </tr>`,
    )
    const list = html`<table>
      <thead>
        <tr>
          <th scope="col">件名・宛先</th>
          <th scope="col">送信日時</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`
    const empty = html`<p>
      まだメールはありません。お手続きをすると、ここに控えのメールが届きます。
    </p>`
    const body = html`<h1>受信メール</h1>
      ${found.length > 0 ? list : empty}`
    return c.html(await page('受信メール', body))
  })

  routes.get('/mail/:name', async (c) => {
    const name = c.req.param('name')
    const isKnown = (await mailFiles(mailFolder)).includes(name)
    const mail = isKnown ? await readMail(mailFolder, name) : undefined
    if (mail === undefined) {
      const missing = html`<h1>メールが見つかりません</h1>
        <p><a href="/mail">受信メールの一覧へ</a></p>`
      return c.html(await page('メールが見つかりません', missing), 404)
    }
    const body = html`<h1>${mail.subject}</h1>
      <p class="note">宛先：${mail.to}<br />送信日時：${mail.sentAt}</p>
      ${
        mail.html === undefined
          ? ''
          : html`<p><a href="/mail/${encodeURIComponent(name)}/html">HTMLの表示を開く</a></p>`
      }
      <pre>${mail.text}</pre>
      <p><a href="/mail">受信メールの一覧へ</a></p>`
    return c.html(await page(mail.subject, body))
  })

  // As a client shows it, which runs no script and follows no style sheet.
  routes.get('/mail/:name/html', async (c) => {
    const name = c.req.param('name')
    const isKnown = (await mailFiles(mailFolder)).includes(name)
    const mail = isKnown ? await readMail(mailFolder, name) : undefined
    if (mail?.html === undefined) return c.notFound()
    c.header(
      'Content-Security-Policy',
      "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'",
    )
    return c.html(mail.html)
  })

  return routes
}

/** Names only, sorted: a name asked for is compared with this list and never joined to a path unseen. */
async function mailFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => /\.(json|eml)$/.test(name)).sort()
}

async function readMail(folder: string, name: string) {
  const content = await readFile(join(folder, name), 'utf8').catch(() => undefined)
  return content === undefined ? undefined : parseMail(name, content)
}
