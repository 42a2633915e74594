import { describe, expect, test } from 'vitest'
import {
  attribute,
  classesOf,
  descendants,
  textOf,
  type Element,
} from '#server/content/html-tree.ts'
import type { Page } from '../browser-without-script.ts'
import { logIn, visit } from './portal.ts'

// Header and footer as the server sends them; what script makes of them: tests/e2e/shell-*.e2e.ts.

const hasClass = (name: string) => (one: Element) => classesOf(one).includes(name)
const isProviders = (part: string) => (one: Element) => attribute(one, 'data-provider') === part

const ownParts = [hasClass('site-header'), hasClass('site-footer')]
const frame = [isProviders('header'), ...ownParts, isProviders('footer')]
const countsOf = (page: Page, parts: readonly ((one: Element) => boolean)[]) =>
  parts.map((part) => page.all.filter(part).length)

const linksOf = (page: Page, part: (one: Element) => boolean) =>
  page.all
    .filter(part)
    .flatMap(descendants)
    .filter(({ tagName }) => tagName === 'a')

const targetsOf = (links: Element[], name: string) =>
  links.filter((link) => textOf(link).includes(name)).map((link) => attribute(link, 'target'))

describe('ヘッダーとフッター', () => {
  for (const path of ['/', '/fee', '/talk/top.html', '/no-such-page'])
    test(`${path} にはどちらもあり、navi=noneではどれもない`, async () => {
      expect(countsOf(await visit().open(path), frame)).toEqual([1, 1, 1, 1])
      const bare = await visit().open(`${path}?navi=none`)
      expect(bare.heading).not.toBe('')
      expect(countsOf(bare, [...frame, hasClass('announce')])).toEqual([0, 0, 0, 0, 0])
    })

  test('お知らせは、それを決めたページにだけある', async () => {
    for (const [path, count] of [
      ['/', 1],
      ['/talk/top.html', 1],
      ['/fee', 0],
    ] as const)
      expect([path, ...countsOf(await visit().open(path), [hasClass('announce')])]).toEqual([
        path,
        count,
      ])
  })

  test('データ容量の変更にも、ヘッダーがある', async () => {
    const { page } = await logIn('sato', '/mypage/plan/change.html')
    expect(countsOf(page, ownParts)).toEqual([1, 1])
  })

  test('本文を包む要素には、提供元の開始タグのクラスが付く', async () => {
    const page = await visit().open('/fee')
    const [main] = page.all.filter(({ tagName }) => tagName === 'main')
    expect(main && classesOf(main)).toEqual(['provider-main', 'provider-main--pc'])
  })

  test('よくある質問とお問い合わせは、新しいタブで開く', async () => {
    const links = linksOf(await visit().open('/fee'), hasClass('site-footer'))
    for (const name of ['よくある質問', 'お問い合わせ'])
      expect(targetsOf(links, name)).toEqual(['_blank'])
  })

  test('メニューは、料金とサービス、端末、サポートへ導く', async () => {
    const page = await visit().open('/')
    const menu = (id: string) => linksOf(page, (one) => attribute(one, 'data-menu') === id)
    const paths = (id: string) =>
      menu(id).map((link) => new URL(attribute(link, 'href') ?? '', page.url).pathname)
    expect(paths('plan')).toEqual(['/fee', '/option'])
    expect(paths('terminal')).toEqual(['/doc/terminallist.html'])
    expect(paths('support')).toEqual(['/support/faq.html', '/beginner', '/support', '/apn'])
    expect(menu('support').map((link) => attribute(link, 'target'))[0]).toBe('_blank')
  })
})

describe('ヘッダーのボタンは、ログインの状態に従う', () => {
  const buttons = (page: Page) => linksOf(page, hasClass('site-header__acts')).map(textOf)

  test('はじめての人には、マイページとお申し込み', async () => {
    expect(buttons(await visit().open('/fee'))).toEqual(['マイページ', 'お申し込み'])
  })

  test('契約のないアカウントには、お申し込みだけ', async () => {
    expect(buttons((await logIn('watanabe', '/fee')).page)).toEqual(['お申し込み'])
  })

  test('会員には、マイページだけ', async () => {
    const { page } = await logIn('sato', '/fee')
    expect(buttons(page)).toEqual(['マイページ'])
    const provider = page.all.filter(isProviders('header')).map(textOf).join()
    expect(provider).toContain('ログアウト')
  })
})
