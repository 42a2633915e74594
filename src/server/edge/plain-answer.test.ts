import { expect, test } from 'vitest'
import { brand } from '#brand'
import { errors, type ErrorCode } from '#protocol/errors.ts'
import { attribute, elementsOf, textOf } from '../content/html-tree.ts'
import { filesForMachines } from '../static/for-machines.ts'
import { plainRefusal } from './plain-answer.ts'

const origins = {
  platform: [],
  platformScripts: [],
  identityProvider: [],
  reporting: [],
  https: false,
}
const noContent = { get: () => undefined, paths: () => [], pages: () => [], search: () => [] }

function pageOf(code: ErrorCode, path: string) {
  const { body } = plainRefusal(code, { path, traceKey: 'key-1', origins })
  const elements = elementsOf(body)
  const named = (name: string) => elements.filter(({ tagName }) => tagName === name)
  return {
    title: named('title').map(textOf).join(),
    paragraphs: named('p').map(textOf),
    links: named('a').map((link) => [textOf(link), attribute(link, 'href')]),
    styles: named('link').flatMap((link) =>
      attribute(link, 'rel') === 'stylesheet' ? [attribute(link, 'href')] : [],
    ),
    inline: elements.filter((element) => attribute(element, 'style') !== undefined).length,
  }
}

const refused = ['BODY_TOO_LARGE', 'TOO_MANY_REQUESTS', 'FORM_TYPE_UNKNOWN', 'FORM_UNREADABLE']

test.each(refused.filter((code): code is ErrorCode => code in errors))(
  '%s：ブランドと、理由と、画面を開き直す道のあるページで断る',
  (code) => {
    expect(pageOf(code, '/mypage/data/charge.html')).toEqual({
      title: `受け付けできませんでした｜${brand.service}`,
      paragraphs: [errors[code].message, 'お問い合わせ番号：key-1'],
      links: [
        [brand.service, '/'],
        ['画面を開き直す', '/mypage/data/charge.html'],
        ['トップページへ', '/'],
      ],
      styles: ['/plain-page.css'],
      inline: 0,
    })
  },
)

test.each(['/auth/logout', '/mypage/call.csv', '//evil.example/mypage/top.html', '/unknown'])(
  '開き直す画面のない %s からは、トップページに戻れる',
  (path) => {
    expect(pageOf('TOO_MANY_REQUESTS', path).links).toEqual([
      [brand.service, '/'],
      ['トップページへ', '/'],
    ])
  },
)

test('そのページの見た目は、サイトの色を使った一つのファイルで届く', () => {
  const files = filesForMachines(noContent, 'https://portal.example.jp', [])
  const styles = files.find(({ path }) => path === '/plain-page.css')
  expect(styles?.type).toBe('text/css; charset=utf-8')
  const text = styles?.make().text
  expect(text).toContain('--brand: #0b5c60;')
  expect(text).toContain('background: var(--brand);')
})
