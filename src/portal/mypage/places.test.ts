import { describe, expect, test } from 'vitest'
import routes from '#portal/routes.ts'
import { isOpenWithoutContract, linkTo, places, placesFor, tabsFor } from './places.ts'

/** Pages that are no entrances of their own: reached from another page, or the top itself. */
const notEntrances = new Set(['top.html', 'portout/consent.html'])

const screens = (routes.find(({ path }) => path === 'mypage')?.children ?? []).flatMap(
  ({ path }) => path ?? [],
)
const pages = screens.filter((path) => /(\.html|^lite)$/.test(path) && !path.includes(':'))

describe('マイページの入口', () => {
  test('どの入口の先にも画面がある', () => {
    expect(pages.length).toBeGreaterThan(1)
    const dead = places.filter(({ href }) => !pages.includes(href.replace('/mypage/', '')))
    expect(dead).toEqual([])
  })

  test('どの画面にもトップから行ける', () => {
    const reached = new Set(places.map(({ href }) => href.replace('/mypage/', '')))
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
    expect(placesFor('ended').map(({ href }) => href)).toEqual([
      '/mypage/data/usage.html',
      '/mypage/call.html',
      '/mypage/contract.html',
      '/mypage/document.html',
      '/mypage/order.html',
      '/mypage/notices.html',
    ])
    expect(tabsFor('ended', 0).map(({ label }) => label)).toEqual([
      'トップ',
      'データ利用量',
      'ご契約',
      'お手続き',
      'お知らせ',
    ])
  })

  test('契約のないアカウントに、契約の画面は開かない', () => {
    expect(isOpenWithoutContract('/mypage/top.html')).toBe(false)
    expect(isOpenWithoutContract('/mypage/plan/change.html')).toBe(false)
    expect(tabsFor('member', 0)[0]).toEqual({ href: '/mypage/top.html', label: 'トップ' })
  })
})
