import { describe, expect, test } from 'vitest'
import { textOf } from '#server/content/html-tree.ts'
import type { Page } from '../browser-without-script.ts'
import { request, visit } from './portal.ts'

describe('対応端末（スクリプトなし）', () => {
  const list = '/doc/terminallist.html'
  const rowsOf = (page: Page) =>
    page.elements.filter(({ tagName, parentNode }) => {
      const isBody = parentNode && 'tagName' in parentNode && parentNode.tagName === 'tbody'
      return tagName === 'tr' && isBody
    })

  test('機種名、メーカー、対応で絞り込み、条件はURLと欄に残る', async () => {
    const page = await (await visit().open(list)).press('調べる', { q: 'あいふぉん', esim: '1' })
    expect(page.url.search).toMatch(/q=.*esim=1/)
    expect(page.valueOf('q')).toBe('あいふぉん')
    expect(rowsOf(page)).toHaveLength(20)
    for (const text of rowsOf(page).map(textOf)) {
      expect(text).toContain('Apple')
      expect(text).toContain('eSIM')
    }
  })

  test('次のページへ進める', async () => {
    const first = await visit().open(list)
    const second = await first.follow('次へ')
    expect(second.url.search).toContain('page=2')
    expect(second.textIn('found')).toContain('2／')
    const [names, others] = [first, second].map((page) => rowsOf(page).map(textOf))
    expect(others?.filter((name) => names?.includes(name))).toEqual([])
  })

  test('見つからないときは、次にできることを示す', async () => {
    const page = await visit().open(`${list}?q=${encodeURIComponent('そんな端末はない')}`)
    expect(page.textIn('found')).toContain('0機種が見つかりました')
    expect(rowsOf(await page.follow('条件をすべて消す'))).toHaveLength(20)
  })

  for (const query of ['page=0', 'page=-1', 'page=999999', 'page=x', 'sim=%00', 'maker=a'])
    test(`${query} は、エラーにならない`, async () => {
      expect((await request(`${list}?${query}`)).status).toBe(200)
    })

  test('使えない文字は、欄の横に理由を示す', async () => {
    const page = await visit().open(`${list}?q=%00`)
    expect(page.textIn('q-error')).toContain('使用できない文字')
  })
})
