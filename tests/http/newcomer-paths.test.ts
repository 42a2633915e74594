import { describe, expect, test } from 'vitest'
import { attribute, textOf } from '#server/content/html-tree.ts'
import { visit } from './portal.ts'

/** What one comes for, and where it is: counted in clicks from the top page, by its own part, header and footer. */
const goals = {
  料金の内訳: '/fee',
  端末: '/doc/terminallist.html',
  乗り換え: '/mnp',
  APN: '/apn',
  解約: '/mypage/sim/cancel.html',
  申し込み: '/order',
}

test('はじめての人は、料金を0回、ほかのどれも1回のクリックで見つける', async () => {
  const top = await visit().open('/')
  expect(top.textIn('simulation')).toContain('1,191円')
  const paths = top.all.map((one) => {
    const address = attribute(one, one.tagName === 'form' ? 'action' : 'href')
    return address?.split(/[?#]/)[0]
  })
  const missing = Object.entries(goals).filter(([, path]) => !paths.includes(path))
  expect(missing).toEqual([])
  const contact = top.all.find((one) => one.tagName === 'a' && textOf(one).includes('お問い合わせ'))
  expect(contact && attribute(contact, 'target')).toBe('_blank')
})

describe('乗り換えの案内へ1回で行ける', () => {
  for (const from of ['/', '/fee', '/beginner', '/support', '/order', '/mnp'])
    test(`${from} から`, async () => {
      const first = await visit().open(from)
      const link = first.links.find(({ href }) => href.startsWith('/mnp'))
      const page = from === '/mnp' ? first : await visit().open(link?.href ?? 'no link')
      expect(page.heading).toBe('電話番号そのままで、乗り換える')
      expect(page.textsOf('stop').join()).toContain('先に解約しないでください')
    })
})

test('ご契約者が亡くなったご家族は、お申し込みの案内から、2回でお手続きに着く', async () => {
  const about = await (await visit().open('/order/holder')).follow('お手続きを見る')
  expect(about.heading).toBe('ご契約者が亡くなったとき')
  expect(about.text.split('お悔やみ申し上げます')).toHaveLength(2)
  const begin = await about.follow('お手続きを始める・続ける')
  expect(begin.heading).toBe('名義変更（承継）のお手続き')
})
