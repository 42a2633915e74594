import { pages } from '#vocabulary/pages.ts'
import { Card } from '#ui/card.tsx'
import { formatDate, formatVolume } from '#ui/format.ts'
import type { Residual } from '#portal/mypage/shared/wire.ts'

/** Nothing is left to forecast: what is known, and what one can do. */
export function UsedUp({ residual }: { readonly residual: Residual }) {
  const { usedThisMonthBytes, nextGrant } = residual
  return (
    <Card>
      <h2>データを使い切りました</h2>
      <p>
        今月は{formatVolume(usedThisMonthBytes, 'used')}を利用しました。いまは低速でつながります。
        {nextGrant === undefined
          ? ''
          : `${formatDate(nextGrant.at)}に${formatVolume(nextGrant.bytes, 'quota')}が付き、高速に戻ります。`}
      </p>
      <p>
        <a href={pages.charge}>データをチャージする</a>と、すぐに高速に戻ります。
      </p>
    </Card>
  )
}
