import { describe, expect, test } from 'vitest'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { MB } from '#domain/bytes.ts'
import { planCards, sizeSlider } from './plan-choice.ts'
import { priceBook } from './price-book.ts'
import { touchingRings } from './touching-rings.ts'
import { usageExamples, type UsageExample } from './usage-examples.ts'
import { measuredSpeedTable } from './includes.ts'

const DAYS = 30
const PAGE_BYTES = 2 * MB
const megabitsASecond = { music: 0.128, video: 1, sharpVideo: 2.5 }

/** Bytes a month: a page is 2 MB; sound and pictures go by their bits a second. */
function bytesAMonth(example: UsageExample): number {
  const { pages, musicMinutes = 0, videoMinutes = 0, sharpVideoMinutes = 0 } = example
  const megabits =
    musicMinutes * megabitsASecond.music +
    videoMinutes * megabitsASecond.video +
    sharpVideoMinutes * megabitsASecond.sharpVideo
  return DAYS * (pages * PAGE_BYTES + ((megabits * 60) / 8) * MB)
}

const book = priceBook(tokyoDate('2026-11-20'), publishedPrices)
const textOf = (html: string) => html.replaceAll(/<svg.*?<\/svg>|<[^>]+>/gs, ' ')

test('カードは、音声通話SIM1回線に各社共通の料金まで入れた合計と、その内訳を示す', () => {
  const [one = '', ...others] = planCards(book).split('</li>')
  expect(textOf(one).replaceAll(/\s+/g, ' ')).toContain('971 円 ／月 月額968円＋各社共通3円')
  expect(others.filter((card) => card.includes('plan-card__price'))).toHaveLength(3)
})

test('どの容量にも、3つの種類の月額と、試算と同じ合計がある', () => {
  const steps = sizeSlider(book).split('<label').slice(1)
  expect(steps).toHaveLength(book.plans().length)
  for (const [index, { code, gb }] of book.plans().entries()) {
    const step = steps[index] ?? ''
    const total = book.quote(code, 'voice')?.monthlyYen ?? 0
    expect(step).toContain(`${total.toLocaleString('ja-JP')}円</b>です`)
    expect(step).toContain(`/fee?gb=${gb}&amp;lines=1&amp;kind=voice#simulator`)
  }
})

test('料金表に無い容量の合計は書けない', () => {
  expect(book.quote(12, 'voice')).toBeUndefined()
})

test.each(usageExamples.map((example) => [example.text, example] as const))(
  '「%s」は、すすめる容量に収まり、1つ下には収まらない',
  (_, example) => {
    const sizes = book.plans()
    const at = sizes.findIndex(({ code }) => code === example.plan)
    expect(bytesAMonth(example)).toBeLessThanOrEqual((sizes[at]?.gb ?? 0) * 1e9)
    expect(bytesAMonth(example)).toBeGreaterThan((sizes[at - 1]?.gb ?? 0) * 1e9)
  },
)

test('使い方の量は、データ通信量の目安の表と同じ', () => {
  const gigabytes = (plan: number) => {
    const found = usageExamples.find((one) => one.plan === plan)
    return found && Math.round(bytesAMonth(found) / 1e8) / 10
  }
  expect([11, 13, 18, 25, 40].map(gigabytes)).toEqual([0.6, 2.6, 7.7, 14.4, 26.2])
})

test('輪の面積は容量で、どれも下の一点で接する', () => {
  const svg = touchingRings({ sizes: [1, 4, 16], own: 4, scale: 10 })
  const rings = [...svg.matchAll(/cy="([\d.]+)" r="([\d.]+)"\/>/g)].map(([, y, r]) => [
    Number(y),
    Number(r),
  ])
  expect(rings.map(([, r]) => r)).toEqual([40, 20, 10, 3.3])
  expect(new Set(rings.map(([y = 0, r = 0]) => Math.round(y + r)))).toEqual(new Set([81]))
})

describe('実測の速度', () => {
  test('計測していない間は、何も書かない', () => {
    expect(measuredSpeedTable([])).toBe('')
  })

  test('計測したら、時間帯と地域ごとの表になる', () => {
    const speed = { hours: '平日の昼', area: '東京23区', median: '2.0Mbps', measured: '2026年10月' }
    expect(textOf(measuredSpeedTable([speed])).replaceAll(/\s+/g, ' ')).toContain(
      '平日の昼 東京23区 2.0Mbps 2026年10月',
    )
  })
})
