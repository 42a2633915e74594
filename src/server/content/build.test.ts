import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { contentFiles, type Content } from './manifest.ts'
import { linksFromEnvironment } from './links.ts'
import { makeContent } from './make-content.ts'
import { priceBook } from './price-book.ts'
import { readSources } from './source.ts'

const book = priceBook(tokyoDate('2026-11-20'), publishedPrices)
const links = linksFromEnvironment({})

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'content-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function build(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, 'content', name)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, text)
  }
  return makeContent([readSources(join(folder, 'content'))], { book, links })
}

const fileOf = (content: Content, path: string) =>
  contentFiles(content)
    .find((file) => file.path === path)
    ?.make().text

const page = (title: string, body = '', attributes = '') =>
  `<span data-title="${title}" data-description="説明" ${attributes} hidden></span><h1>${title}</h1>${body}`

describe('静的なページ（仕様2.2）', () => {
  test('2種類とも、仕様が取りに来る番地にある', () => {
    const content = build({ 'fee/index.html': page('料金', '{{price plan.13.voice}}') })
    for (const variant of ['default', 'sp'])
      expect(fileOf(content, `/assets/cop/views/fee/index.${variant}.html`)).toBe(
        page('料金', '<span class="nowrap">1,188円（税込）</span>'),
      )
  })

  test('なくしたページは、ファイルを残さない', () => {
    build({ 'old.html': page('古い') })
    rmSync(join(folder, 'content/old.html'))
    const content = build({ 'new.html': page('新しい') })
    const views = contentFiles(content).flatMap(({ path }) => path.split('/views/')[1] ?? [])
    expect(views).toEqual(['new.default.html', 'new.sp.html'])
  })

  test('ページは番地で見つかり、先頭のspanの言うとおりになる', () => {
    const content = build({
      'index.html': page('トップ'),
      'terms/tabuho.html': page('規約', '', 'data-date="2026-04-01" data-version="1.2"'),
    })
    const found = content.get('/terms/tabuho.html', 'desktop')
    expect(found).toMatchObject({
      path: '/terms/tabuho.html',
      title: '規約',
      description: '説明',
      h1: '規約',
      date: '2026-04-01',
      version: '1.2',
    })
    expect(content.paths()).toEqual(['/', '/terms/tabuho.html'])
  })

  test('電話用の文は、あるページだけで渡す', () => {
    const content = build({
      'a.html': page('一'),
      'a.sp.html': page('電話'),
      'b.html': page('二'),
    })
    expect(content.get('/a.html', 'mobile')?.html).toBe(page('電話'))
    expect(content.get('/a.html', 'desktop')?.html).toBe(page('一'))
    expect(content.get('/b.html', 'mobile')?.html).toBe(page('二'))
  })

  test.each([
    '/../manifest.json',
    '/..%2f..%2fpackage.json',
    '/fee/../fee',
    '/fee%2F',
    '/FEE',
    '//fee',
    '/fee//',
    '/assets/cop/views/fee/index.default.html',
    '/fee/index.default.html',
    '/constructor',
    '/__proto__.html',
    '/fee\0',
  ])('%jはページではない', (path) => {
    expect(build({ 'fee/index.html': page('料金') }).get(path, 'desktop')).toBeUndefined()
  })

  test('お知らせは、新しい順に年ごとに並ぶ', () => {
    const content = build({
      'history/index.html': page('これまで', '{{include notices-archive}}'),
      'info/notice190723.html': page('古い', '', 'data-date="2019-07-23"'),
      'info/notice260105.html': page('新しい', '', 'data-date="2026-01-05"'),
    })
    const html = content.get('/history', 'desktop')?.html ?? ''
    expect(html).toMatch(/id="year-2026"[^]*新しい[^]*id="year-2019"[^]*古い/)
  })

  test('サイトマップにはどのページも1回あり、通話の規約は規約の中にある', () => {
    const content = build({
      'sitemap.html': page('サイトマップ', '{{include sitemap}}'),
      'index.html': page('長い題'),
      'order/index.html': page('申し込み'),
      'talk/top.html': page('トーク'),
      'talk/about.html': page('仕組み'),
      'talk/agreement/index.html': page('トークの規約'),
    })
    const html = content.get('/sitemap.html', 'desktop')?.html ?? ''
    expect([...html.matchAll(/<a href="([^"]+)">([^<]+)/g)].map(([, ...link]) => link)).toEqual([
      ['/', 'トップページ'],
      ['/order', '申し込み'],
      ['/talk/top.html', 'トーク'],
      ['/talk/about.html', '仕組み'],
      ['/talk/agreement', 'トークの規約'],
      ['/sitemap.html', 'サイトマップ'],
    ])
    expect(() =>
      build({ 'sitemap.html': page('', '{{include sitemap}}'), 'x.html': page('') }),
    ).toThrow()
  })

  test('お知らせの日付には曜日がある', () => {
    const time = '<p class="small"><time datetime="2026-11-10">2026年11月10日</time></p>'
    const content = build({ 'a.html': page('一', time) })
    expect(content.get('/a.html', 'desktop')?.html).toContain('2026年11月10日（火）</span></time>')
  })

  test('動く表には、キーボードで行ける', () => {
    const content = build({
      'a.html': page('一', '<div class="table-scroll">\n<table class="table"></table></div>'),
      'b.html': page(
        '二',
        '<div class="table-scroll"><table class="table table--stack"></table></div>',
      ),
      'c.html': page('三', '{{table plans}}'),
    })
    expect(content.get('/a.html', 'desktop')?.html).toContain(
      '<div class="table-scroll" tabindex="0"',
    )
    expect(content.get('/b.html', 'desktop')?.html).not.toContain('tabindex')
    expect(content.get('/c.html', 'desktop')?.html).toContain(
      '<div class="table-scroll plan-table" tabindex="0"',
    )
  })

  test('iOSの構成プロファイルは、APNのページと同じ事実から作る', () => {
    const content = build({ 'apn/index.html': page('APN', '{{apn name}}') })
    const profile = fileOf(content, '/apn/hibiki.mobileconfig')
    expect(content.get('/apn', 'desktop')?.html).toContain('mobile.example.jp')
    expect(profile).toContain('<string>mobile.example.jp</string>')
  })
})
