import { createTransport } from 'nodemailer'
import { describe, expect, test } from 'vitest'
import { parseMail } from './mail-file.ts'

const text =
  '佐藤 花子 様\n\nお申し込みを受け付けました。受付番号：A-1 =?\n髙﨑𠮷德①㈱\n' + 'あ'.repeat(200)

async function writeEml(subject: string, textEncoding: 'base64' | 'quoted-printable') {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const sent = await transport.sendMail({
    from: 'noreply@example.test',
    to: '"佐藤 花子" <sato@example.test>',
    subject,
    text,
    html: '<p>お申し込み</p>',
    textEncoding,
  })
  return String(sent.message)
}

describe('私たちが書いたメール', () => {
  test.each(['base64', 'quoted-printable'] as const)(
    '%sは、読み出しても変わらない',
    async (encoding) => {
      const subject = 'お申し込みを受け付けました（受付番号：A-1）とても長い件名が続きます'
      const mail = parseMail('1.eml', await writeEml(subject, encoding))
      expect(mail?.subject).toBe(subject)
      expect(mail?.to).toContain('佐藤 花子')
      expect(mail?.text.replaceAll('\r\n', '\n').trimEnd()).toBe(text)
    },
  )

  test('メールでないファイルは飛ばす', () => {
    expect(parseMail('1.json', '{"to":')).toBeUndefined()
    expect(parseMail('1.json', '{"to":"a"}')).toBeUndefined()
  })
})
