import { KeyFigures } from '#portal/mypage/flow/key-figures.tsx'
import type { Spending } from '#portal/mypage/shared/wire.ts'
import { Amount } from '#ui/amount.tsx'
import { formatDay, formatMonth, formatYen } from '#ui/format.ts'
import { MeterBar } from '#ui/meter.tsx'
import { billPage } from '#vocabulary/pages.ts'

/** This month's packs and traffic against the ceiling: figures, a bar, and what it means in words. */
export function MonthSoFar({ spending }: { readonly spending: Spending }) {
  const { month, spentYen, nextFrom, limit } = spending
  const isNear = limit?.reachedPercent !== undefined
  return (
    <KeyFigures
      id="month"
      label="今月の料金"
      what={`${formatMonth(month)}のチャージ・通話・SMS`}
      figures={[
        {
          term: '合計',
          value: <Amount yen={spentYen} tax="none" size="figure" />,
        },
        ...(limit === null
          ? []
          : [
              {
                term: '上限まで、あと',
                value: <Amount yen={limit.leftYen} tax="none" size="figure" />,
              },
            ]),
      ]}
    >
      {limit === null ? null : (
        <div className={isNear ? 'spending-bar meter--low' : 'spending-bar'}>
          <MeterBar share={Math.min(1, spentYen / limit.limitYen)} />
          <p>{againstLimit(limit.limitYen, spentYen)}</p>
        </div>
      )}
      <p className={isNear ? 'spending-near' : 'key-figures__outlook'}>{outlook(limit)}</p>
      <p className="small">
        {`${formatDay(nextFrom)}にまた0円から数えます。基本料金や手数料は含みません。`}
        <a href={billPage(month)}>内訳を見る</a>
      </p>
    </KeyFigures>
  )
}

function againstLimit(limitYen: number, spentYen: number): string {
  const limit = `上限の${formatYen(limitYen)}`
  return spentYen > limitYen
    ? `${limit}を${formatYen(spentYen - limitYen)}超えています`
    : `${limit}のうち、${formatYen(spentYen)}`
}

function outlook(limit: Spending['limit']): string {
  if (limit === null) return '上限は決めていません'
  if (limit.reachedPercent === 100) return 'データチャージの購入を止めています'
  return limit.reachedPercent === 80 ? '上限に近づいています' : '上限まで余裕があります'
}
