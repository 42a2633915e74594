import { describe, expect, test } from 'vitest'
import routes from '#portal/routes.ts'
import {
  areaOf,
  barFor,
  isOpenWithoutContract,
  linkTo,
  placeOf,
  entrances,
  entrancesFor,
} from './entrances.ts'

/** Pages that are no entrances of their own: reached from another page, or the top itself. */
const notEntrances = new Set([
  'top.html',
  'portout/consent.html',
  'invoice/return.html',
  'billing/year.html',
  'billing/pay.html',
  'billing/card.html',
  'user/edit.html',
  'user/passkey/add.html',
  'user/passkey/lost.html',
  'user/connection/key.html',
  'user/connection/app.html',
  'user/connection/consent.html',
  'user/prove.html',
  'family/join.html',
  'family/line.html',
  'device/register.html',
  'device/claim.html',
  // Another app hands something over there.
  'received.html',
])

const screens = (routes.find(({ path }) => path === 'mypage')?.children ?? []).flatMap(
  ({ path }) => path ?? [],
)
const pages = screens.filter((path) => /(\.html|^lite)$/.test(path) && !path.includes(':'))

describe('マイページの入口', () => {
  test('どの入口の先にも画面がある', () => {
    expect(pages.length).toBeGreaterThan(1)
    const dead = entrances.filter(({ href }) => !pages.includes(href.replace('/mypage/', '')))
    expect(dead).toEqual([])
  })

  test('どの画面にもトップから行ける', () => {
    const reached = new Set(entrances.map(({ href }) => href.replace('/mypage/', '')))
    expect(pages.filter((page) => !reached.has(page) && !notEntrances.has(page))).toEqual([])
  })

  test('APIが指すパスは、画面があるときだけリンクになる', () => {
    expect(linkTo('/mypage/plan/change.html?step=confirm')).toBe(
      '/mypage/plan/change.html?step=confirm',
    )
    expect(linkTo('/mypage/line/ln_1.html')).toBe('/mypage/line/ln_1.html')
    expect(linkTo('/mypage/nowhere.html')).toBeUndefined()
    expect(linkTo(undefined)).toBeUndefined()
  })

  test('契約が終わったあとは、記録・明細・書面など、いまも使えるものだけを並べる', () => {
    expect(entrancesFor('ended').map(({ href }) => href)).toEqual([
      '/mypage/data/usage.html',
      '/mypage/billing/top.html',
      '/mypage/contract.html',
      '/mypage/call.html',
      '/mypage/invoice.html',
      '/mypage/document.html',
      '/mypage/device.html',
      '/mypage/order.html',
      '/mypage/user.html',
      '/mypage/personal.html',
      '/mypage/held.html',
      '/mypage/access.html',
      '/mypage/family/place.html',
      '/mypage/user/login.html',
      '/mypage/user/passkey.html',
      '/mypage/user/connection.html',
      '/mypage/notice/setting.html',
      '/mypage/point.html',
      '/mypage/optin.html',
      '/mypage/contact.html',
      '/mypage/notices.html',
    ])
    expect(barFor('ended').map(({ label, href }) => [label, href])).toEqual([
      ['トップ', '/mypage/top.html'],
      ['データ', '/mypage/data/usage.html'],
      ['料金', '/mypage/billing/top.html'],
      ['手続き', '/mypage/order.html'],
      ['お知らせ', '/mypage/notices.html'],
    ])
  })

  test('契約のないアカウントに、契約の画面は開かない', () => {
    expect(isOpenWithoutContract('/mypage/top.html')).toBe(false)
    expect(isOpenWithoutContract('/mypage/plan/change.html')).toBe(false)
    expect(barFor('account').map(({ label }) => label)).toEqual(['トップ', 'お知らせ'])
  })

  test('どの画面からも、下の5つのうちいまいる場所が分かる', () => {
    expect(areaOf('/mypage/top.html')).toBe('top')
    expect(areaOf('/mypage/data/charge.html')).toBe('data')
    expect(areaOf('/mypage/call.html')).toBe('price')
    expect(areaOf('/mypage/plan/change.html')).toBe('procedure')
    expect(areaOf('/mypage/portout/consent.html')).toBe('procedure')
    expect(areaOf('/mypage/line/ln_1.html')).toBe('top')
    expect(areaOf('/mypage/notices.html')).toBe('notices')
  })

  test('ご家族の契約を見ているあいだも、いまいる場所は1つだけに印がつく', () => {
    const place = (path: string) => placeOf('family', path)?.label
    expect(place('/mypage/family/line.html')).toBe('残り')
    expect(place('/mypage/family/place.html')).toBe('契約の切り替え')
    expect(place('/mypage/family/request.html')).toBe('残り')
    expect(place('/mypage/data/gift.html')).toBe('残り')
    expect(place('/mypage/notice/setting.html')).toBe('お知らせ')
    expect(placeOf('member', '/mypage/data/charge.html')?.label).toBe('データ')
  })
})
