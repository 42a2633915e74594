import { Fold } from '#portal/mypage/flow/fold.tsx'
import { kindLabels, simSizeLabels } from '#vocabulary/line.ts'
import { Card } from '#ui/card.tsx'
import { SummaryList, type SummaryEntry } from '#ui/summary-list.tsx'
import { orderPages } from '#vocabulary/site-pages.ts'
import type { AtStep } from './load.ts'
import { pathOf } from './places.ts'
import { FirstBills } from './first-bills.tsx'
import type { GivenLine } from './wire.ts'

/** What has been answered so far, each with the way back to it. */
export function GivenAnswers({ at: { application, quote } }: { readonly at: AtStep }) {
  const { plan, lines, options } = application.answers
  if (plan === undefined) return null
  return (
    <Card className="card apply-answered">
      <h2>ここまでの内容</h2>
      <SummaryList
        entries={[
          [
            'データ容量',
            `${quote?.planName ?? ''}・${lines.length}回線`,
            { change: { href: pathOf({ step: 'plan' }), label: 'データ容量と回線数' } },
          ],
          ...lines.flatMap(lineEntry),
          [
            'オプション',
            options && (options.map(({ name }) => name).join('、') || 'なし'),
            { change: { href: pathOf({ step: 'options' }), label: 'オプション' } },
          ],
        ]}
      />
      {quote === undefined ? null : (
        <Fold title="最初の3回の請求">
          <FirstBills quote={quote} />
        </Fold>
      )}
      <p className="small">
        <a href={orderPages.resume}>別の端末で続きを入力する</a>
      </p>
    </Card>
  )
}

function lineEntry(line: GivenLine): SummaryEntry[] {
  const { kind, size, nickname } = line
  if (kind === undefined) return []
  const value = [kindLabels[kind], size && simSizeLabels[size], numberWords(line)]
  return [
    [
      `${line.line}回線目${nickname ? `（${nickname}）` : ''}`,
      value.filter(Boolean).join('・'),
      { change: { href: pathOf({ step: 'kind', line: line.line }), label: `${line.line}回線目` } },
    ],
  ]
}

function numberWords({ by, kind }: GivenLine): string | undefined {
  if (by === undefined || kind !== 'voice') return undefined
  return by === 'new' ? '新しい番号' : '番号そのまま'
}
