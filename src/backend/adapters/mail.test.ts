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
