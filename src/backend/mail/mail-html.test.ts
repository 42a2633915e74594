import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { now } from '#tests/message-samples.ts'
import { shown } from '#tests/messages-shown.ts'
import { composeMail, mailText } from './member-message.ts'
import { mailContent } from './mail-content.ts'
import { mailHtml, mailPictures } from './mail-html.ts'
import { dark, light } from './mail-look.ts'

const sender = {
  publicUrl: 'https://portal.example.jp',
  inquiryUrl: 'https://support.example.jp/inquiry',
}
const mails = Object.entries(shown).flatMap(([writer, messages]) =>
  messages.map((message) => {
    const content = composeMail(message, { name: '佐藤 <美咲>' }, sender, now)
    return { writer, subject: message.subject, content, html: mailHtml(content) }
  }),
)

/** What is read of the page: without head, hidden parts and markup. */
const readable = (html: string) =>
  html
    .replace(/^[^]*<\/div>\n/, '')
    .replace(/<[^>]*>/g, '\n')
    .replaceAll('&#60;', '<')
    .replaceAll('&#62;', '>')

describe('HTMLのメールは、文字のメールと同じことを伝える', () => {
  test.each(mails)('$writer「$subject」', ({ content, html }) => {
    const lines = readable(html).split('\n')
    expect(lines).toEqual(
      expect.arrayContaining([content.salutation, ...content.paragraphs, ...content.signature]),
    )
    for (const { label, value, change } of content.facts) {
      expect(lines).toContain(label)
      if (change === undefined) expect(lines).toContain(value)
      else expect(lines).toEqual(expect.arrayContaining([change.before, change.after]))
    }
    expect(html.match(/<a [^>]*href="[^"]*"/g)).toHaveLength(1)
    expect(html).toContain(`href="${content.link.url.replaceAll('&', '&#38;')}"`)
  })

  test('名前に記号があっても、印とは読まれない', () => {
    expect(mails[0]?.html).toContain('佐藤 &#60;美咲&#62; 様')
  })

  test('しまって取り出しても、同じメールになる', () => {
    for (const { content, html } of mails) {
      const again = mailContent.parse(JSON.parse(JSON.stringify(content)))
      expect([mailHtml(again), mailText(again)]).toEqual([html, mailText(content)])
    }
  })
})

describe('画像を表示しなくても読め、外から何も読み込まない', () => {
  test.each(mails)('$writer「$subject」', ({ content, html }) => {
    const addresses = [...html.matchAll(/src="([^"]*)"/g)].map(([, address]) => address)
    const known = mailPictures(content).map(({ cid }) => `cid:${cid}`)
    expect(addresses.toSorted()).toEqual(known.toSorted())
    expect(html).not.toMatch(/<link|<script|@import|url\(/)
    if (content.ring) {
      expect(html).toContain(`alt="${content.ring.words}"`)
      expect(readable(html).split('\n')).toContain(content.ring.figure)
    }
  })
})

describe('輪は数から描く', () => {
  /** Pixels of a PNG, as the encoder writes it: RGBA, no filter. */
  function pixelsOf(png: Buffer) {
    const side = png.readUInt32BE(16)
    const length = png.readUInt32BE(33)
    const rows = inflateSync(png.subarray(41, 41 + length))
    const at = (x: number, y: number) => {
      const from = y * (side * 4 + 1) + 1 + x * 4
      return [...rows.subarray(from, from + 4)]
    }
    return { side, at }
  }
  const rgb = (colour: string) =>
    [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  const ringOf = (leftShare: number) => {
    const [mail] = mails
    if (mail === undefined) throw new Error('no mail')
    const ring = { drawing: { kind: 'residual' as const, leftShare }, words: '輪' }
    const [, , picture] = mailPictures({ ...mail.content, ring })
    if (picture === undefined) throw new Error('no ring')
    return pixelsOf(picture.png)
  }

  test('残りが半分なら、右の半分に色がつき、左の半分は残りがない', () => {
    const { side, at } = ringOf(0.5)
    expect(side).toBe(264)
    expect(at(251, 132)).toEqual([...rgb(light['ring-base']), 255])
    expect(at(13, 132)).toEqual([...rgb(light['ring-track']), 255])
    expect(at(132, 132)[3]).toBe(0)
  })

  test('2割以下なら注意の色、なくなれば輪は空になる', () => {
    expect(ringOf(0.2).at(200, 33).slice(0, 3)).toEqual(rgb(light['ring-warn']))
    expect(ringOf(0).at(251, 137).slice(0, 3)).toEqual(rgb(light['ring-track']))
    expect(ringOf(0).at(132, 13).slice(0, 3)).toEqual(rgb(light.danger))
  })
})

test('メールの色は、サイトの色と同じ', () => {
  const css = readFileSync(new URL('../../ui/tokens.css', import.meta.url), 'utf8')
  const [lightBlock = '', darkBlock = ''] = css.split(
    '@media screen and (prefers-color-scheme: dark)',
  )
  const inBlock = (block: string) =>
    Object.fromEntries(
      [...block.matchAll(/--([a-z-]+):\s*(#[0-9a-f]{6});/g)].map(([, role, hex]) => [role, hex]),
    )
  expect(inBlock(lightBlock)).toMatchObject(light)
  expect(inBlock(darkBlock)).toMatchObject(dark)
})
