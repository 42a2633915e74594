import { expect, test } from 'vitest'
import { priceKeys } from '#domain/catalogue/figure.ts'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { byteOrderMark } from '#vocabulary/csv.ts'
import { openPrices } from '#vocabulary/site-pages.ts'
import { readFragment } from './fragment.ts'
import { openPriceFiles } from './open-prices.ts'
import { priceBook } from './price-book.ts'

const { headings: _headings, ...notice } = readFragment(
  '<span data-title="改定" data-description="要約" data-date="2025-12-15"></span>',
)
const path = '/info/notice251215.html'
const files = openPriceFiles(
  publishedPrices,
  [{ view: path, path, ...notice }],
  'https://portal.example',
)
const textOf = (name: string) => files.find((file) => file.path === name)?.make().text ?? ''
type Row = { id: string; key: string; validFrom: string; validTo: string | null }
type Priced = Row & { taxIncludedTenthsYen: number; tax: string }
const { prices }: { prices: Priced[] } = JSON.parse(textOf(openPrices.json))

test.each(['2019-10-01', '2025-12-31', '2026-01-01', '2026-03-31', '2026-04-01', '2026-11-28'])(
  '%s のページの料金と、公開している料金データは、どれも同じ額である',
  (day) => {
    const book = priceBook(tokyoDate(day), publishedPrices)
    const ofDay = prices.filter(
      ({ validFrom, validTo }) => validFrom <= day && (validTo === null || day <= validTo),
    )
    expect(
      new Map(ofDay.map((row) => [row.key, [row.taxIncludedTenthsYen, row.tax !== 'outOfScope']])),
    ).toEqual(
      new Map(
        priceKeys.flatMap((key) => {
          const rate = book.rate(key)
          return rate === undefined ? [] : [[key, [rate.tenthsYen, rate.taxed]] as const]
        }),
      ),
    )
  },
)

test('1行に、名前、単位、税の扱い、額、期間、告知の日、出どころがある', () => {
  expect(prices.find(({ id }) => id === 'fee.universal@2026-01-01')).toEqual({
    id: 'fee.universal@2026-01-01',
    key: 'fee.universal',
    label: 'ユニバーサルサービス料',
    unit: 'numberMonth',
    tax: 'included',
    taxPercent: 10,
    amountTenthsYen: 22,
    taxIncludedTenthsYen: 22,
    validFrom: '2026-01-01',
    validTo: null,
    announcedOn: '2025-12-15',
    source: '一般社団法人ユニバーサルサービス支援機関（TCA）',
  })
})

test('CSVは、JSONと同じ行を、表計算ソフトで開ける形で示す', () => {
  const [head, ...lines] = textOf(openPrices.csv).trimEnd().split('\r\n')
  expect(head).toBe(
    `${byteOrderMark}id,key,label,unit,tax,taxPercent,amountTenthsYen,taxIncludedTenthsYen,validFrom,validTo,announcedOn,source`,
  )
  expect(lines.map((line) => line.split(',')[0])).toEqual(prices.map(({ id }) => id))
  expect(lines).toContain(
    'abroad.us@2019-10-01,abroad.us,国際電話（アメリカ（本土））,per30s,outOfScope,,100,100,2019-10-01,,2019-10-01,ours',
  )
})

test('変更のフィードは、何がいつからいくらになるかを言葉で伝え、告知したお知らせへ導く', () => {
  const feed = textOf(openPrices.changes)
  expect(feed.match(/<entry>/g)).toHaveLength(5)
  expect(feed).toContain(`<entry>
<title>ユニバーサルサービス料（2026年1月1日（木）から）</title>
<id>https://portal.example/prices.xml#fee.universal@2026-01-01</id>
<link href="https://portal.example/info/notice251215.html"/>
<updated>2025-12-15T00:00:00+09:00</updated>
<summary>2026年1月1日（木）から、ユニバーサルサービス料が1番号につき3.3円（税込）から1番号につき2.2円（税込）に変わります。</summary>
</entry>`)
  expect(feed).toContain(
    'ブロードバンドユニバーサルサービス料は、2026年3月31日（火）の利用分で終わります。2026年4月1日（水）からはかかりません。',
  )
  expect(feed).toContain(
    '2021年7月1日（木）から、電話リレーサービス料が1番号につき1.1円（税込）かかります。',
  )
})

test('ほかのサイトのページからも読める', () => {
  expect(files.map((file) => file.readFromAnywhere)).toEqual([true, true, true])
})
