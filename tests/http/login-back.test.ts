import { describe, expect, test } from 'vitest'
import { request, visit } from './portal.ts'

const back = (cookie: string) => request('/login_back.html', { headers: { Cookie: cookie } })

describe('ログインからの戻り', () => {
  const cases = [
    { cookie: undefined, to: '/' },
    { cookie: '', to: '/' },
    { cookie: '/fee', to: '/fee' },
    { cookie: '/fee?gb=3&lines=2', to: '/fee?gb=3&lines=2' },
    { cookie: '//evil.example/', to: '/' },
    { cookie: 'https://evil.example/', to: '/' },
    { cookie: '/login_back.html', to: '/' },
    { cookie: '/\\evil.example', to: '/' },
    { cookie: 'https:evil.example', to: '/' },
    { cookie: '/%2f%2fevil.example', to: '/' },
    { cookie: '／／evil.example', to: '/' },
    { cookie: '/\u0000x', to: '/' },
    { cookie: '/x\r\nSet-Cookie: a=b', to: '/' },
    { cookie: `/${'a'.repeat(8000)}`, to: '/' },
    { cookie: '/fee?a=1&a=2&b=%26#one-off', to: '/fee?a=1&a=2&b=%26#one-off' },
  ]
  for (const { cookie, to } of cases)
    test(`戻り先 true_back_url ${JSON.stringify(cookie)?.slice(0, 40) ?? '(none)'} → ${to}`, async () => {
      const answer = await back(
        cookie === undefined ? '' : `true_back_url=${encodeURIComponent(cookie)}`,
      )
      expect([answer.status, answer.headers.location]).toEqual([302, to])
      expect(answer.headers['set-cookie']?.join()).toContain('true_back_url=; Path=/; Max-Age=0')
    })

  test('読めない符号の戻り先は、トップへ', async () => {
    const answer = await back('true_back_url=%E0%A4%A')
    expect([answer.status, answer.headers.location]).toEqual([302, '/'])
  })
})

test('途中で変えられたログインの戻りは日本語の画面で断り、ログインした状態にならない', async () => {
  const browser = visit()
  const page = await browser.open('/auth/callback?code=made-up&state=tampered')
  expect([page.status, page.heading]).toEqual([400, 'ログインを完了できませんでした'])
  expect(browser.cookies()).not.toContain('sid')
})

describe('見つからないページ', () => {
  const title = 'お探しのページは見つかりませんでした'
  for (const path of ['/no-such-page', '/no/such.html', '/assets', '/assets/x.html', '/fee.map'])
    test(`${path} は404で、行き先を示す`, async () => {
      const page = await visit().open(path)
      expect(page.status).toBe(404)
      expect(page.title).toBe(title)
      expect(page.heading).toBe(title)
      expect(page.text).toContain('移動したか、削除された可能性があります')
      expect(page.links.map(({ href }) => href)).toContain('/')
    })
})

test('本文も提供元の部品も、二度は送らない', async () => {
  const { text } = await request('/fee')
  for (const once of ['<h1>', 'provider-navi__links', 'provider-footer__links'])
    expect([once, text.split(once).length - 1]).toEqual([once, 1])
})
