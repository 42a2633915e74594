import { globSync, readFileSync } from 'node:fs'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { describe, expect, test } from 'vitest'
import { brand } from '#brand'
import { composeMail, mailText, noticeText } from '#backend/mail/member-message.ts'
import { linkTo } from '#portal/mypage/entrances.ts'
import routes from '#portal/routes.ts'
import { now } from './message-samples.ts'
import { shown } from './messages-shown.ts'

const sender = {
  publicUrl: 'https://portal.example.jp',
  inquiryUrl: 'https://support.example.jp/inquiry',
}
const mails = Object.entries(shown).flatMap(([writer, messages]) =>
  messages.map((message) => ({
    writer,
    message,
    subject: message.subject,
    text: mailText(composeMail(message, { name: '佐藤 美咲' }, sender, now)),
  })),
)

/** Every address the portal has a page for, but for the one that takes all the rest. */
function pagePatterns(): RegExp[] {
  const patternsOf = (entries: readonly RouteConfigEntry[], above: string): string[] =>
    entries.flatMap(({ path = '', index, children = [] }) => {
      const here = path === '' ? above : `${above}/${path}`
      return [...(index === true || path !== '*' ? [here] : []), ...patternsOf(children, here)]
    })
  return patternsOf(routes, '').map(
    (path) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}/?$`),
  )
}

describe('お送りするすべてのメール', () => {
  test.each(mails)('$writer「$subject」', ({ message, text }) => {
    const [salutation, happened = ''] = text.split('\n\n')
    expect(salutation).toBe('佐藤 美咲 様')
    expect(happened).toMatch(/。$/)
    expect(text).toContain('\n日時：2026年11月20日（金）10:00\n')
    // No date without its weekday but the month of a bill.
    expect(text.match(/\d+月\d+日(?!（[月火水木金土日]）)/g)).toBeNull()
    const { pathname } = new URL(message.link.path, sender.publicUrl)
    expect(pagePatterns().some((page) => page.test(pathname))).toBe(true)
    expect(text).toContain(`\n${sender.publicUrl}${message.link.path}\n`)
    expect(text).toContain(
      `${brand.service}（${brand.company}）\nお問い合わせ：${sender.inquiryUrl}`,
    )
    expect(noticeText(message)).not.toContain('様')
  })

  test.each(mails)(
    'お知らせでも、メールの行き先がリンクになる：$writer「$subject」',
    ({ message }) => {
      expect(linkTo(message.noticePath ?? message.link.path)).toBeDefined()
    },
  )

  test('文面の一覧は、読める一つのファイルにある', async () => {
    const all = mails.map(
      ({ writer, subject, text }) => `# ${writer}\n件名：${subject}\n\n${text}\n`,
    )
    await expect(all.join('\n')).toMatchFileSnapshot('messages.txt')
  })

  test('名前のわからない方には「お客さま」と書く', () => {
    const [mail] = mails
    if (mail === undefined) throw new Error('no mail')
    const { salutation } = composeMail(mail.message, { name: '' }, sender, now)
    expect(salutation).toBe('お客さま')
  })
})

describe('文面の置き場', () => {
  const root = new URL('../', import.meta.url)
  const sources = globSync('src/backend/**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(new URL(path, root), 'utf8') }))

  const isOfMessages = (path: string) => /\/messages(\/[\w-]+)?\.ts$/.test(path)

  test('messages.tsのどの文面も、この試験にある', () => {
    const writers = sources
      .filter(({ path }) => isOfMessages(path))
      .flatMap(({ text }) => [...text.matchAll(/^export function (\w+Message)\(/gm)])
      .map(([, name]) => name)
    expect(writers.toSorted()).toEqual(Object.keys(shown).toSorted())
  })

  test('メールの文面は、messages.tsのほかには書かれていない', () => {
    const strangers = sources.filter(
      ({ path, text }) =>
        !isOfMessages(path) &&
        !path.startsWith('src/backend/mail/') &&
        /\boutbox\.post\(/.test(text) &&
        /\b(?:subject|sourceRef):/.test(text),
    )
    expect(strangers.map(({ path }) => path)).toEqual([])
  })
})
