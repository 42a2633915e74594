import { describe, expect, test } from 'vitest'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { linksFromEnvironment } from '../links.ts'
import { priceBook } from '../price-book.ts'
import type { Fragment } from '../source.ts'
import { checkContent } from './check.ts'

const description = 'この説明は検索結果に表示される文です。'.repeat(5)
const head = (title = 'ためしのページ') =>
  `<span data-title="${title}" data-description="${description}" hidden></span>\n<h1>ためし</h1>\n`

function findings(body: string, others: Fragment[] = []): string[] {
  const fragments = [{ view: '/trial/index', html: head() + body }, ...others]
  const found = checkContent(
    { fragments, drawings: new Map() },
    priceBook(tokyoDate('2026-11-20'), publishedPrices),
    linksFromEnvironment({}),
    new Set(['/mypage/top.html']),
  )
  return found.map(({ file, line, message }) => `${file}:${line} ${message}`)
}

describe('誤りのない断片', () => {
  test('指摘がない', () => {
    const body = [
      '<p class="lead">月額は{{price plan.13.voice}}です。</p>',
      '<h2 id="a">見出し</h2><p><a href="#a">戻る</a> <a href="/mypage/top.html">マイページ</a></p>',
      '<a href="{{link.faq}}" target="_blank" rel="noopener">質問<span class="visually-hidden">（新しいタブで開きます）</span></a>',
      '<p>1円未満は切り捨てます。</p>',
    ]
    expect(findings(body.join('\n'))).toEqual([])
  })
})

describe('置いた違反は、ファイルと行とともにすべて見つかる', () => {
  test.each([
    ['<p>月額1,188円です。</p>', '「1,188円」: a typed figure: use {{price …}} or {{yen …}}'],
    ['<p>最大200kbpsです。</p>', '「200kbps」: a typed figure: use {{rule lowSpeed}}'],
    ['<p>ひびきモバイルです。</p>', '「ひびき」: use {{brand.…}}'],
    ['<p>お読み下さい。</p>', '「下さい」: write ください'],
    ['<p>サーバの交換</p>', '「サーバ」: write サーバー'],
    ['<p>お得です！</p>', '「！」: no exclamation marks'],
    ['<p>動作確認済みです</p>', '「動作確認済み」: write 対応端末'],
    [
      '<p>データ残量のお知らせと残量のお知らせ</p>',
      '「残量のお知らせ」: write データ残量のお知らせ',
    ],
    ['<p>090・080・070の番号</p>', '「090・080・070」: mobile numbers begin with 060 too'],
    [
      '<p>契約書面を受け取った日を1日目として</p>',
      '「契約書面を受け取った日を1日目」: write 契約書面を受け取った日（利用開始日が遅いときは、その日）を1日目',
    ],
    ['<p class="big">大</p>', 'class big is not in the vocabulary'],
    ['<p style="color:red">赤</p>', 'attribute style is inline script or style'],
    ['<p onclick="a()">押す</p>', 'attribute onclick is inline script or style'],
    ['<script>a()</script>', '<script> has no place in a fragment'],
    ['<a href="/nowhere">先</a>', '/nowhere: there is no such page'],
    ['<a href="#nowhere">先</a>', '#nowhere: there is no such id on that page'],
    ['<a href="page.html">先</a>', 'page.html: links are root-relative'],
    ['<a href="https://a.example/">先</a>', 'an outside link opens a new tab'],
    [
      '<a href="/" target="_blank" rel="noopener">先</a>',
      'a new tab is announced by （新しいタブで開きます）',
    ],
    ['<img src="/mypage/top.html">', 'an image without alt'],
    ['<svg><path d="M0 0"/></svg>', 'an svg without role=img and title'],
    ['<table class="table"><tr><td>1</td></tr></table>', 'the table has no caption'],
    [
      '<section class="section"><div data-slot="a"></div></section>',
      'a slot stands empty and at the top level',
    ],
    ['<div data-slot="a"><p></p></div>', 'a slot stands empty and at the top level'],
    ['<details class="accordion">文</details>', 'details without a summary'],
    ['<p>{{price plan.99.voice}}</p>', 'unknown placeholder {{price plan.99.voice}} in line 3'],
  ])('%s', (body, message) => {
    expect(findings(body)).toContain(`trial/index.html:3 ${message}`)
  })

  test.each([
    ['<h3>三</h3>', 'h3「三」follows h1'],
    ['<h1>二つめ</h1>', '2 h1, wanted one'],
    ['<p id="a"></p><p id="a"></p>', 'id a stands twice'],
  ])('%s', (body, message) => {
    expect(findings(body)).toContain(`trial/index.html:1 ${message}`)
  })

  test('同じ題の2つのページ', () => {
    expect(findings('', [{ view: '/twin', html: head() }])).toContain(
      'twin.html:1 title「ためしのページ」is also the title of trial/index.html',
    )
  })

  test('題のないページと、説明の短いページ', () => {
    const bare = { view: '/bare', html: '<p></p><h1>裸</h1>' }
    const short = '<span data-title="短" data-description="短い" hidden></span><h1>短</h1>'
    const found = findings('', [bare, { view: '/short', html: short }])
    expect(found).toContain('bare.html:1 the first element has no data-title')
    expect(found).toContain('short.html:1 data-description has 2 characters, wanted 70–120')
  })

  test('電話用のファイルも調べる', () => {
    const page = { view: '/two', html: head('別のページ'), sp: `${head()}<p>5円</p>` }
    expect(findings('', [page]).join()).toContain('two.sp.html:3 「5円」')
  })
})
