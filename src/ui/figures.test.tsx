import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { Amount } from './amount.tsx'
import { chartWords, dayWords } from './bars-day.ts'
import { heightOf, plotHeightPx, slotOf, topOfScale } from './bars-scale.ts'
import { BarsTable } from './bars-table.tsx'
import { DataVolume } from './data-volume.tsx'
import { Meter } from './meter.tsx'
import { StackChart } from './stack-chart.tsx'
import { Table } from './table.tsx'

test('金額は税込みと読める', () => {
  expect(renderToStaticMarkup(<Amount yen={1078} />)).toBe(
    '<span class="amount">1,078<span class="amount__unit">円（税込）</span></span>',
  )
})

test('大きな数字の残量は、切り捨てた値', () => {
  expect(
    renderToStaticMarkup(<DataVolume bytes={3_259_999_999} kind="residual" size="figure" />),
  ).toBe(
    '<span class="amount amount--figure">3.25\u00a0<span class="amount__unit">GB</span></span>',
  )
})

describe('残量のメーター', () => {
  const bucket = { id: 'base', name: '基本', grantedBytes: 3_000_000_000 }

  test('棒の長さは残りの割合で、同じことを言葉でも言う', () => {
    const markup = renderToStaticMarkup(
      <Meter buckets={[{ ...bucket, remainingBytes: 750_000_000 }]} />,
    )
    expect(markup).toContain('残り <span class="amount">750\u00a0')
    expect(markup).toContain('／ 3\u00a0GB')
    expect(markup).toContain('<rect class="meter__fill" width="25%" height="10" rx="5"></rect>')
  })

  test('空の棒は描かず、何も付与されていなくても壊れない', () => {
    const markup = renderToStaticMarkup(
      <Meter buckets={[{ ...bucket, grantedBytes: 0, remainingBytes: 0 }]} />,
    )
    expect(markup).not.toContain('meter__fill')
    expect(markup).toContain('残り <span class="amount">0\u00a0')
  })
})

describe('使用量のグラフ', () => {
  const days = [
    { date: '2026-11-19', highBytes: 100_000_000, lowBytes: 5_000_000 },
    { date: '2026-11-20', highBytes: 50_000_000, lowBytes: 0, provisional: true },
  ]
  const markup = renderToStaticMarkup(
    <StackChart
      title="2日間"
      caption={chartWords('11月の使用量', days)}
      pickLabel="日を選ぶ"
      columns={days.map((day) => ({
        key: day.date,
        label: day.date,
        bytes: [day.highBytes],
        lowBytes: day.lowBytes,
        provisional: day.provisional === true,
        words: dayWords(day),
      }))}
      series={[]}
      table={<BarsTable caption="11月の使用量" days={days} />}
    />,
  )

  test('見えなくても、合計が聞ける', () => {
    expect(markup).toContain(
      'role="img" aria-label="11月の使用量。2日間の合計は、高速 150\u00a0MB、低速 5\u00a0MBです。日ごとの値は下の表にあります。"',
    )
  })

  test('今日の棒は暫定値と分かる', () => {
    expect(markup).toContain(
      '<g class="chart__column chart__column--today"><title>11月20日（金） 高速 50\u00a0MB、低速 0\u00a0MB（暫定値）</title><rect class="chart__bar"',
    )
  })

  test('表はグラフと同じことを言う', () => {
    expect(markup).toContain(
      '<th scope="row">11月19日（木）</th><td data-label="高速" class="amount">100\u00a0MB</td><td data-label="低速" class="amount">5\u00a0MB</td><td data-label="状態">確定</td>',
    )
  })

  test.each([
    [0, 10_000_000],
    [9_000_000, 10_000_000],
    [10_000_000, 10_000_000],
    [10_000_001, 15_000_000],
    [15_000_001, 20_000_000],
    [1_240_000_000, 1_500_000_000],
    [312_000_000, 400_000_000],
    [999_000_000, 1_000_000_000],
    [6_100_000_000, 8_000_000_000],
  ])('%dバイトの目盛りは%dで終わる', (largest, top) => {
    expect(topOfScale(largest)).toBe(top)
  })

  test('選ぶ前は最後の日が上の欄に出ていて、動かす印は日の数だけ止まる', () => {
    expect(markup).toContain('type="range" min="0" max="1" step="1"')
    expect(markup).toContain(
      'aria-valuetext="11月20日（金） 高速 50\u00a0MB、低速 0\u00a0MB（暫定値）"',
    )
    expect(markup).toContain(
      '<p class="chart__chosen"><strong>2026-11-20</strong><strong>50\u00a0MB</strong></p>',
    )
  })

  test('どの棒も、図の中に収まる', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50_000_000_000 }), (bytes) => {
        expect(heightOf(bytes, topOfScale(bytes))).toBeLessThanOrEqual(plotHeightPx)
      }),
    )
  })

  test('ます目が、幅の全体を覆う', () => {
    expect(slotOf(0, 4)).toEqual({ left: '0%', middle: '12.5%', right: '25%', width: '25%' })
    expect(slotOf(3, 4).right).toBe('100%')
  })
})

test('表の欄は、スマートフォンで見出しを失わない', () => {
  expect(
    renderToStaticMarkup(
      <Table
        caption="請求"
        stack
        columns={[
          ['月', (row: { month: string }) => row.month, { rowHeader: true }],
          ['金額', () => '1,188円', { numeric: true }],
        ]}
        rows={[{ month: '11月' }]}
        rowKey={({ month }) => month}
      />,
    ),
  ).toBe(
    '<div class="table-scroll" role="region" aria-label="請求" tabindex="0"><table class="table table--stack"><caption>請求</caption><thead><tr><th scope="col">月</th><th scope="col" class="table__end">金額</th></tr></thead><tbody><tr><th scope="row">11月</th><td data-label="金額" class="amount">1,188円</td></tr></tbody></table></div>',
  )
})
