import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { createMail } from './mail.ts'

/** As little of SMTP (RFC 5321) as a mailer asks for; gives what one client has sent. */
async function mailServer() {
  const server = createServer((socket) => {
    socket.setEncoding('utf8').write('220 test\r\n')
    let isData = false
    socket.on('data', (part: string) => {
      heard.text += part
      if (isData) {
        if (part.endsWith('\r\n.\r\n')) {
          isData = false
          socket.write('250 ok\r\n')
        }
        return
      }
      isData = part.startsWith('DATA')
      socket.write(isData ? '354 go on\r\n' : '250 ok\r\n')
    })
  })
  const heard = { text: '' }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { heard, url: `smtp://127.0.0.1:${port}`, stop: () => server.close() }
}

test('戻り先を封筒に、止めるリンクを1クリックの見出しに書く。ないときは、どちらも書かない', async () => {
  const { heard, url, stop } = await mailServer()
  const port = createMail({ url, from: 'noreply@hibiki.example.jp' })
  const at = Temporal.Instant.from('2026-11-20T01:00:00Z')
  const mail = { to: 'sato@example.jp', subject: '件名', text: 'words', at }
  await port.send({ ...mail, id: 'mail_2' })
  const plain = heard.text
  const stopUrl = 'https://portal.example.jp/auth/notice-stop?t=acc.billing.0'
  await port.send({ ...mail, id: 'mail_3', returnTo: 'mail_3-0@return.example.jp', stopUrl })
  stop()
  expect(plain).toContain('MAIL FROM:<noreply@hibiki.example.jp>')
  expect(plain).toContain('Auto-Submitted: auto-generated')
  expect(plain).not.toContain('List-Unsubscribe')
  const later = heard.text.slice(plain.length).replaceAll('\r\n ', ' ')
  expect(later).toContain('MAIL FROM:<mail_3-0@return.example.jp>')
  expect(later).toContain('From: noreply@hibiki.example.jp')
  expect(later).toContain(`List-Unsubscribe: <${stopUrl}>`)
  expect(later).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
})

test('文字とHTMLを一つのメールで送り、画像は添付の一覧に出さない', async () => {
  const { heard, url, stop } = await mailServer()
  const port = createMail({ url, from: 'noreply@hibiki.example.jp' })
  await port.send({
    id: 'mail_1',
    to: 'sato@example.jp',
    subject: '件名',
    text: 'plain words',
    html: '<p>rich words</p><img src="cid:ring">',
    pictures: [{ cid: 'ring', png: Buffer.from('picture') }],
    at: Temporal.Instant.from('2026-11-20T01:00:00Z'),
  })
  stop()
  const order = [
    'MAIL FROM:<noreply@hibiki.example.jp>',
    'From: noreply@hibiki.example.jp',
    'Message-ID: <mail_1@hibiki.example.jp>',
    'Content-Type: multipart/alternative',
    'Content-Type: text/plain; charset=utf-8',
    'plain words',
    'Content-Type: multipart/related; type="text/html"',
    '<p>rich words</p>',
    'Content-Type: image/png',
    'Content-ID: <ring>',
    'Content-Disposition: inline',
  ]
  expect(order.filter((part) => !heard.text.includes(part))).toEqual([])
  expect(heard.text.indexOf('plain words')).toBeLessThan(heard.text.indexOf('rich words'))
})
