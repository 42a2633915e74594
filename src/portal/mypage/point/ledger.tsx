import { brand } from '#brand'
import { pages } from '#vocabulary/pages.ts'
import { pointEntryLabels } from '#vocabulary/point.ts'
import { KeyFigures, dayFigure } from '#portal/mypage/flow/key-figures.tsx'
import type { Result } from '#protocol/endpoint.ts'
import type { pointApi } from '#protocol/point.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, formatDate, formatMonth, formatPoints, formatYen } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Table } from '#ui/table.tsx'

type Points = Result<typeof pointApi.pointGet>
type Entry = Points['entries'][number]
type GivenPoints = { readonly points: Points }

/** What the partner says one has, and when the next points come. */
export function Balance({ points: { balance, earns, nextGrantOn, entries } }: GivenPoints) {
  if (balance === undefined)
    return (
      <Notice tone="warning" title="残高を確認できませんでした">
        {brand.pointsPartner}
        から応答がありません。数分おいてから、この画面を開き直してください。明細は、下でご覧いただけます。
      </Notice>
    )
  const planned = entries.filter(({ state }) => state === 'planned')
  const coming = planned.reduce((sum, { points }) => sum + points, 0)
  return (
    <KeyFigures
      label="ポイントの残高"
      what={`${brand.pointsPartner}の残高`}
      figures={[
        ['使えるポイント', <BigPoints key="value" points={balance} />],
        ...(earns
          ? [
              dayFigure(
                '次にポイントがつく日',
                nextGrantOn,
                coming === 0 ? undefined : `${signed(coming)}の予定`,
              ),
            ]
          : []),
      ]}
    >
      <p className="key-figures__outlook">
        確定した請求は、<a href={pages.billing}>料金・請求</a>
        の「今すぐ支払う」でポイントを使えます。
      </p>
    </KeyFigures>
  )
}

/** What linking brings, before there is a link. */
export function PointRate({ points: { yenPerPoint } }: GivenPoints) {
  return (
    <KeyFigures
      label="ポイントのつき方と使い方"
      what={`${brand.pointsPartner}のIDと連携すると`}
      figures={[
        [
          `お支払い${formatYen(yenPerPoint)}ごとに`,
          <BigPoints key="value" points={1} />,
          '税抜で数えます',
        ],
        ['料金のお支払いに', <PointsInYen key="value" />],
      ]}
    />
  )
}

const BigPoints = ({ points }: { readonly points: number }) => (
  <span className="key-figures__points">
    {formatCount(points)}
    <small>ポイント</small>
  </span>
)

const PointsInYen = () => (
  <span className="key-figures__points">
    1<small>ポイント</small>＝1<small>円</small>
  </span>
)

/** What was earned and spent, bill by bill. */
export function Ledger({ points: { entries } }: GivenPoints) {
  return (
    <Section id="ledger" title="ポイントの明細">
      {entries.length === 0 ? (
        <EmptyState title="まだ明細はありません">
          連携と情報提供の同意がそろった月からのお支払いと、料金に使ったポイントが、請求ごとにここに並びます。
        </EmptyState>
      ) : (
        <Table<Entry>
          caption="請求ごとのポイント"
          captionHidden
          lean
          rows={entries}
          rowKey={({ kind, month, on, points }) => `${kind}${month}${on}${points}`}
          columns={[
            ['請求', billLink, { rowHeader: true }],
            ['ポイント', ({ points }) => signed(points), { numeric: true }],
            ['内容', ({ kind }) => pointEntryLabels[kind]],
            ['状態', stateWords],
          ]}
        />
      )}
    </Section>
  )
}

const billLink = ({ path, month }: Entry) => <a href={path}>{formatMonth(month)}分</a>

const stateWords = ({ state, stateLabel, on, message }: Entry) => (
  <>
    {formatDate(on)}
    {state === 'done' ? '' : `（${stateLabel}）`}
    {message === undefined ? null : (
      <>
        <br />
        <small>{message}</small>
      </>
    )}
  </>
)

const signed = (points: number) => `${points > 0 ? '＋' : '−'}${formatPoints(Math.abs(points))}`
