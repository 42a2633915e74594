import { describe, expect, test } from 'vitest'
import { createForgeryGuard } from './forgery.ts'

const guard = createForgeryGuard({ secret: 's'.repeat(32), origin: 'https://portal.example' })
const token = guard.tokenFor('session-1')
const good = {
  method: 'POST',
  origin: 'https://portal.example',
  fetchSite: 'same-origin',
  sessionHash: 'session-1',
  cookie: token,
  token,
}

describe('変更は自分の画面からだけ受け付ける', () => {
  test.each([
    ['自分の画面から', {}, true],
    ['Sec-Fetch-Site を送らない古いブラウザ', { fetchSite: undefined }, true],
    ['Origin を送らないが同一サイトと分かる', { origin: undefined }, true],
    ['読むだけの GET', { method: 'GET', token: undefined, cookie: undefined }, true],
    ['どちらも送らない', { origin: undefined, fetchSite: undefined }, false],
    ['別のサイトから', { origin: 'https://evil.example', fetchSite: 'cross-site' }, false],
    ['サブドメインから', { origin: 'https://sub.portal.example', fetchSite: 'same-site' }, false],
    ['http から', { origin: 'http://portal.example' }, false],
    ['Origin が null', { origin: 'null' }, false],
    ['Origin は自分でも cross-site', { fetchSite: 'cross-site' }, false],
    ['URL を直接開いた形の POST', { fetchSite: 'none' }, false],
    ['トークンなし', { token: undefined }, false],
    ['Cookie なし', { cookie: undefined }, false],
    [
      '別の人のトークン',
      { token: guard.tokenFor('session-2'), cookie: guard.tokenFor('session-2') },
      false,
    ],
    ['植え付けられた Cookie', { cookie: 'planted', token: 'planted' }, false],
    ['PUT', { method: 'PUT', token: 'x' }, false],
    ['DELETE', { method: 'DELETE', token: 'x' }, false],
  ])('%s', (_, change, expected) => {
    expect(guard.allows({ ...good, ...change })).toBe(expected)
  })
})
