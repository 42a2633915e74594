import { HOURS_FOR_HOLDER } from '#domain/succession/steps.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { ruleRows, ruleValue } from '#domain/catalogue/rules.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { renderContent } from '#server/content/build.ts'
import { descendants, elementsOf, textOf, classesOf } from '#server/content/html-tree.ts'
import { linksFromEnvironment } from '#server/content/links.ts'
import { priceBook } from '#server/content/price-book.ts'
import { readSources } from '#server/content/source.ts'
import { announcedMaintenance } from '#demo/seed/outages.ts'

const today = tokyoDate('2026-11-24')
const rendered = renderContent(
  readSources('content'),
  priceBook(today, publishedPrices),
  linksFromEnvironment({}),
)
const wordsOf = (html: string) => html.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')
const pages = new Map(
  rendered.map(({ facts, html }) => [
    facts.path,
    { html: html.default, words: wordsOf(html.default) },
  ]),
)
const page = (path: string) => {
  const found = pages.get(path)
  if (!found) throw new Error(`no page ${path}`)
  return found
}

/** The sentences of screens, documents and mails, as their sources have them. */
const sources = ['src/portal', 'src/backend', 'src/protocol', 'src/vocabulary']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/test\.tsx?$/.test(file))
      .map((file): [string, string] => {
        const path = `${folder}/${file}`
        return [path, readFileSync(path, 'utf8')]
      }),
  )
  .concat([['tests/messages.txt', readFileSync('tests/messages.txt', 'utf8')]])

/** Everything a person reads: place → words. */
const texts = [
  ...[...pages].map(([path, { words }]): [string, string] => [path, words]),
  ...sources,
]

/** Where a sentence stands, with what is around it. */
const sourcesOf = (sentence: RegExp, among = texts) =>
  among.flatMap(([source, words]) =>
    [...words.matchAll(new RegExp(sentence, 'g'))].map(([found]) => `${source}: ${found}`),
  )

/** The day of the first notice that names the terms revised on it. */
const notifiedFrom = '2026-10-01'
const dayOf = (yearMonthDay: readonly string[]) =>
  yearMonthDay.map((part) => part.padStart(2, '0')).join('-')

describe('ページ、申し込み、確認、書面、メールの約束は食い違わない', () => {
  test('自動チャージがあるので、「自動で買い足すことはない」とは、設定していない方にだけ言う', () => {
    expect(
      sourcesOf(
        /設定しなければ、自動で(?:買い足す|購入する)ことはありません|自動で(?:買い足す|購入する)ことはありません/,
      ),
    ).toEqual(['/fee: 設定しなければ、自動で購入することはありません'])
    expect(page('/fee').words).toContain('自動チャージを設定した方だけ')
  })

  test('申し込みは、どこでも、同じ日数のうちに本人確認が終わらなければ取り消しになる', () => {
    expect(sourcesOf(/期間に定めはありません/)).toEqual([])
    const days = ruleValue('quoteValidDays', today)
    const asked = sourcesOf(/申し込みから(?:\d+)日以内に(?:必要な確認|本人確認)/)
    expect(asked.length).toBeGreaterThanOrEqual(2)
    for (const source of asked) expect(source).toContain(`申し込みから${days}日以内`)
  })

  test('携帯電話の番号の始まりは、並べるときは060・070・080・090の4つとも並べる', () => {
    const short = sourcesOf(/(?:0[6-9]0[・、]){1,3}0[6-9]0/).filter(
      (source) => !['060', '070', '080', '090'].every((start) => source.includes(start)),
    )
    expect(short).toEqual([])
  })

  test('乗り換えの手順の数は、どのページでも同じで、並べた数と同じ', () => {
    const said = sourcesOf(/(\d+)(?:ステップ|つの手順|つで乗り換え)/)
    expect(said.length).toBeGreaterThanOrEqual(2)
    for (const path of ['/', '/mnp']) {
      const [list] = elementsOf(page(path).html).filter((element) =>
        classesOf(element).includes('pictures--steps'),
      )
      const items = list ? descendants(list).filter(({ tagName }) => tagName === 'li') : []
      expect(items.map((item) => textOf(item)).length, path).toBe(3)
    }
    expect(said.filter((source) => !/3ステップ/.test(source))).toEqual([])
  })

  test('予約番号の話をする手順は、ワンストップ方式なら要らないことも言う', () => {
    for (const path of ['/', '/mnp', '/order', '/beginner'])
      expect(page(path).words, path).toContain('ワンストップ方式')
  })

  test('数を言う見出しは、その数だけ並べている', () => {
    const counted: [path: string, said: string, id: string, tag: string, inList: string][] = [
      ['/support', '6つの順', 'trouble', 'li', 'ol'],
      ['/mnp', '5つの確認', 'before', 'li', 'ul'],
      ['/beginner', '3つの案内', 'guides', 'li', 'ul'],
    ]
    for (const [path, said, id, tag, inList] of counted) {
      const { html, words } = page(path)
      expect(words, path).toContain(said)
      const after = html.slice(html.indexOf(`id="${id}"`))
      const list = after.slice(after.indexOf(`<${inList}`), after.indexOf(`</${inList}>`))
      expect(list.split(`<${tag}`).length - 1, `${path} ${said}`).toBe(
        Number(said.match(/\d+/)?.[0]),
      )
    }
  })

  test('お知らせにあるメンテナンスの日時は、障害・メンテナンス情報の日時と同じ', () => {
    const { on, fromHour, untilHour } = announcedMaintenance
    const [year, month, day] = on.split('-').map(Number)
    const dated = `${year}年${month}月${day}日`
    expect(page('/info/notice261110.html').words).toMatch(
      new RegExp(`${dated}（.）${fromHour}:00から${untilHour}:00まで`),
    )
    // No other maintenance that is still ahead is announced.
    const ahead = [...pages]
      .filter(([path]) => path.startsWith('/info/notice'))
      .flatMap(([, { words }]) => [
        ...words.matchAll(/(\d+)年(\d+)月(\d+)日（.）\d+:00から\d+:00まで/g),
      ])
      .filter(([, ...date]) => dayOf(date) >= today)
    expect(ahead.length).toBeGreaterThan(0)
    expect(ahead.map(([said]) => said).filter((said) => !said.startsWith(dated))).toEqual([])
  })

  test('規約を改定したら、その日と規約の名前のあるお知らせがある', () => {
    const notices = [...pages].filter(([path]) => path.startsWith('/info/notice'))
    let looked = 0
    const silent = [...pages].flatMap(([path, { html }]) => {
      const [, record = ''] = html.split('附則・改定の記録</h2>')
      const dates = [
        ...record.matchAll(/改定日"><span class="nowrap">(\d+)年(\d+)月(\d+)日/g),
      ].filter(([, ...date]) => dayOf(date) >= notifiedFrom)
      looked += dates.length
      return dates.flatMap(([, year = '', month = '', day = '']) => {
        // 「2026年11月20日、22日、24日に」 names three days.
        const named = new RegExp(`${year}年${month}月(?:\\d+日、)*${day}日`)
        const isNotified = notices.some(
          ([, notice]) => notice.html.includes(`href="${path}"`) && named.test(notice.words),
        )
        return isNotified ? [] : [`${path} ${year}年${month}月${day}日`]
      })
    })
    expect(looked).toBeGreaterThan(5)
    expect(silent).toEqual([])
  })

  test('端末は売っていないので、当社で買えるように書いたページはない', () => {
    expect(sourcesOf(/当社で買った端末|端末ごとの申し込みの画面/)).toEqual([])
    for (const path of ['/legal/tokushoho.html', '/option', '/support/faq.html'])
      expect(page(path).words, path).toContain('端末の販売は行っていません')
  })

  test('使い始めた月のデータの量は、料金、重要事項説明、お申し込み、よくある質問で同じ', () => {
    for (const path of ['/fee', '/agreement/mobile_info.html', '/order', '/support/faq.html'])
      expect(page(path).words, path).toMatch(/3GBを30日ある月の23日に使い始めると.{0,12}0\.8GB/)
  })
})

/** A figure typed into a page, not taken from the catalogue. */
const typed =
  /\d[\d,.]*(?:円|GB|MB|kbps|日|か月|回線|回|%|時間|分|秒|文字|桁|枚|歳|つ|通|年|時|台|ステップ|件|ページ)/g

/** Dated notices say what held on their day; records of revisions too. */
function typedFigures(): string[] {
  const found = new Map<string, Set<string>>()
  for (const { view, html } of readSources('content').fragments) {
    if (view.startsWith('/info/notice')) continue
    const text = (html.split('附則・改定の記録</h2>')[0] ?? '').replaceAll(
      /\{\{[^}]*\}\}|<[^>]*>/g,
      '',
    )
    for (const [figure] of text.matchAll(typed)) {
      const sources = found.get(figure) ?? new Set()
      found.set(figure, sources.add(view))
    }
  }
  return [...found]
    .map(([figure, sources]) => `${figure}\t${[...sources].toSorted().join(' ')}`)
    .toSorted()
}

test('ページにじかに書いた数字は、どれも、何と同じでなければならないかとともに一覧にある', () => {
  const listed = readFileSync('tests/typed-figures.txt', 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
  expect(listed.filter(([, , agreesWith = '']) => agreesWith.trim() === '')).toEqual([])
  expect(typedFigures()).toEqual(listed.map(([figure, sources]) => `${figure}\t${sources}`))
  for (const [figure = '', , agreesWith = ''] of listed)
    for (const [, key = ''] of agreesWith.matchAll(/rule (\w+)/g)) {
      const row = ruleRows.find((one) => one.key === key)
      expect(Number.parseInt(figure, 10), `${figure}: ${key}`).toBe(row?.value)
    }
})

test('ご契約者が引き継ぎを止められる時間は、ページに書いたとおり', () => {
  expect(readFileSync('content/order/succession/index.html', 'utf8')).toContain(
    `${HOURS_FOR_HOLDER}時間お待ちして`,
  )
})
