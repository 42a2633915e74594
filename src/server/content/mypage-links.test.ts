import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { entrances } from '#portal/mypage/entrances.ts'
import { attribute, classesOf, descendants, elementsOf, textOf } from './html-tree.ts'
import { readSources } from './source.ts'

const { fragments } = readSources(fileURLToPath(new URL('../../../content', import.meta.url)))
const pages = fragments.map(({ view, html }) => ({ view, elements: elementsOf(html) }))

const mypageLinksOf = (view: string) =>
  (pages.find((page) => page.view === view)?.elements ?? []).flatMap((element) => {
    const href = attribute(element, 'href') ?? ''
    return href.startsWith('/mypage/') ? [{ href, label: textOf(element) }] : []
  })

// The login stands before every address under /mypage: a browser cannot tell a screen from none.
test('公開ページからマイページへのリンクの先には、どれも画面がある', () => {
  const screens = new Set(['/mypage/top.html', ...entrances.map(({ href }) => href)])
  const links = pages.flatMap(({ view }) => mypageLinksOf(view).map(({ href }) => ({ view, href })))
  expect(links.length).toBeGreaterThan(40)
  expect(links.filter(({ href }) => !screens.has(href.split('#')[0] ?? ''))).toEqual([])
})

test('リンクの一覧に、リンクでない行はない', () => {
  const lists = pages.flatMap(({ view, elements }) =>
    elements
      .filter((element) => classesOf(element).includes('link-list'))
      .flatMap(descendants)
      .filter((element) => element.tagName === 'li')
      .map((row) => ({ view, row })),
  )
  expect(lists.length).toBeGreaterThan(50)
  const dead = lists.filter(({ row }) => !descendants(row).some(({ tagName }) => tagName === 'a'))
  expect(dead.map(({ view, row }) => `${view} ${textOf(row)}`)).toEqual([])
})

test('サイトマップは、マイページの画面をその画面の名前で、すべて載せる', () => {
  expect(mypageLinksOf('/sitemap')).toEqual([
    { href: '/mypage/top.html', label: 'マイページのトップ' },
    ...entrances.map(({ href, label }) => ({ href, label })),
  ])
})
