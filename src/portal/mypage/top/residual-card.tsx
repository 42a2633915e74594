import { pages } from '#vocabulary/pages.ts'
import { formatLimit } from '#portal/mypage/flow/wording.ts'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DataVolume } from '#ui/data-volume.tsx'
import { formatDate, formatTime, formatVolume } from '#ui/format.ts'
import { Meter } from '#ui/meter.tsx'
import { metersOf } from '#portal/mypage/shared/bucket-words.ts'
import { whyNoTopUp } from '#portal/mypage/shared/top-up-words.ts'
import type { Residual, Why } from '#portal/mypage/shared/wire.ts'

/** The one big number, what it is made of, and until when. */
export function ResidualCard({
  residual,
  topUp,
}: {
  readonly residual: Residual
  /** Whether a pack can be bought now; what would be refused is no button. */
  readonly topUp: Why | undefined
}) {
  const { totalBytes, nextExpiry, nextGrant, asOf } = residual
  return (
    <Card>
      <h2>{residual.shared ? '高速データの残り（全回線で共有）' : '高速データの残り'}</h2>
      <p className="residual__figure">
        <span className="residual__word">残り</span>{' '}
        <DataVolume bytes={totalBytes} kind="residual" size="figure" />
      </p>
      <p className="residual__asof small muted">
        {formatTime(asOf)} 現在・今日の利用{' '}
        <strong>{formatVolume(residual.usedTodayBytes, 'used')}</strong>・今月の利用{' '}
        <strong>{formatVolume(residual.usedThisMonthBytes, 'used')}</strong>
      </p>
      {residual.buckets.length === 0 ? (
        <p>使える高速データはありません。</p>
      ) : (
        <Meter buckets={metersOf(residual)} />
      )}
      <ul className="residual__next small">
        {nextExpiry === undefined ? null : (
          <li>
            次の期限：{formatLimit(nextExpiry.at)}に {formatVolume(nextExpiry.bytes, 'residual')}
          </li>
        )}
        {nextGrant === undefined ? null : (
          <li>
            次の付与：{formatDate(nextGrant.at)}に {formatVolume(nextGrant.bytes, 'quota')}
          </li>
        )}
      </ul>
      <ButtonRow>
        {topUp?.allowed === false ? null : (
          <ButtonLink kind="primary" href={pages.charge}>
            データをチャージする
          </ButtonLink>
        )}
        <ButtonLink href={pages.usage}>利用量を見る</ButtonLink>
      </ButtonRow>
      {topUp?.allowed === false ? <p className="small muted">{whyNoTopUp(topUp)}</p> : null}
    </Card>
  )
}
