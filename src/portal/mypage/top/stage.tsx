import { metersOf } from '#portal/mypage/shared/bucket-words.ts'
import { whyNoTopUp } from '#portal/mypage/shared/top-up-words.ts'
import type {
  Contract,
  Forecast,
  HighSpeedLine,
  Residual,
  TopUps,
  Permission,
} from '#portal/mypage/shared/wire.ts'
import { Accordion } from '#ui/accordion.tsx'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { formatDay, formatTime, formatVolume, formatYen } from '#ui/format.ts'
import { Meter } from '#ui/meter.tsx'
import { Ring, type RingKind } from '#ui/ring.tsx'
import { pages, withQuery } from '#vocabulary/pages.ts'
import { capacityOf, groupsOf, stateOf } from './ring-of.ts'
import { outlookOf } from './outlook.ts'

const kindWords: Readonly<Record<RingKind, string>> = {
  base: '基本',
  carry: '繰り越し',
  add: '追加',
}

type StageProps = {
  readonly residual: Residual
  readonly forecast: Forecast | undefined
  readonly lines: readonly HighSpeedLine[] | undefined
  readonly contract: Contract | undefined
  readonly topUps: TopUps | undefined
  /** Whether a pack can be bought now; what would be refused is no button. */
  readonly topUp: Permission | undefined
}

/** The first view: how much is left, how long it lasts, and the one thing worth doing. */
export function Stage({ residual, forecast, lines, contract, topUps, topUp }: StageProps) {
  const isStopped = contract?.status === 'suspended'
  const isLight = contract?.baseBytes === 0
  const state = stateOf({ residual, forecast, lines, isStopped, isLight })
  const groups = groupsOf(residual)
  const outlook = outlookOf(state, residual, forecast)
  return (
    <section
      className={isStopped ? 'stage stage--quiet mystage' : 'stage mystage'}
      aria-labelledby="residual-title"
    >
      <h2 id="residual-title" className="visually-hidden">
        {residual.shared ? '高速データの残り（全回線で共有）' : '高速データの残り'}
      </h2>
      <div className="mystage__ring">
        <Ring buckets={groups} capacityBytes={capacityOf(residual)} state={state} />
        <p className="residual__figure visually-hidden">
          残り {formatVolume(residual.totalBytes, 'residual')}
        </p>
      </div>
      <div className="mystage__words">
        {outlook === undefined ? null : (
          <p className={`mystage__outlook mystage__outlook--${state}`}>
            {outlook.before === undefined ? null : <span>{outlook.before}</span>}
            <strong>{outlook.main}</strong>
            {outlook.after === undefined ? null : <span>{outlook.after}</span>}
          </p>
        )}
        <ul className="mystage__legend small" role="list">
          {groups.map(({ kind, bytes, expiring, firstExpiry }) => (
            <li key={kind} className={`mystage__key mystage__key--${kind}`}>
              {kindWords[kind]} <strong>{formatVolume(bytes, 'residual')}</strong>
              {expiring ? `・${formatDay(lastDayOf(firstExpiry))}まで` : ''}
            </li>
          ))}
        </ul>
        <p className="residual__asof small muted">
          {residual.shared ? '全回線で共有・' : ''}
          今日の利用 <strong>
            {formatVolume(residual.usedTodayBytes, 'used')}
          </strong>・今月の利用{' '}
          <strong>{formatVolume(residual.usedThisMonthBytes, 'used')}</strong>（
          {formatTime(residual.asOf)}現在）
        </p>
      </div>
      <div className="mystage__acts">
        {topUp?.allowed === false ? (
          <p className="small muted">{whyNoTopUp(topUp)}</p>
        ) : (
          <TopUpButtons shortageBytes={forecast?.shortageBytes ?? 0} topUps={topUps} />
        )}
        {residual.buckets.length === 0 ? null : (
          <Accordion title="内訳と期限">
            <Meter buckets={metersOf(residual)} />
          </Accordion>
        )}
      </div>
    </section>
  )
}

type TopUpButtonsProps = { readonly shortageBytes: number; readonly topUps: TopUps | undefined }

/** Short: the cheapest pack that lasts to the month's end, its price on the button. One press opens 確認, the next buys. */
function TopUpButtons({ shortageBytes, topUps }: TopUpButtonsProps) {
  const onSale = (topUps?.packs ?? [])
    .filter(({ why }) => why.allowed)
    .toSorted((one, other) => one.priceYen - other.priceYen)
  const [cheapest] = onSale
  const enough = shortageBytes > 0 ? onSale.find(({ bytes }) => bytes >= shortageBytes) : undefined
  const from = cheapest === undefined ? '' : `（${formatYen(cheapest.priceYen)}から）`
  if (enough === undefined)
    return (
      <ButtonRow>
        <ButtonLink kind={shortageBytes > 0 ? 'primary' : 'plain'} href={pages.charge}>
          データをチャージする{from}
        </ButtonLink>
      </ButtonRow>
    )
  return (
    <ButtonRow>
      <ButtonLink
        kind="primary"
        href={withQuery(pages.charge, { step: 'confirm', packId: enough.packId })}
      >
        ＋{formatVolume(enough.bytes, 'quota')}　{formatYen(enough.priceYen)}
      </ButtonLink>
      <ButtonLink href={pages.charge}>ほかの量{from}</ButtonLink>
    </ButtonRow>
  )
}

/** An expiry is given exclusively: the day before its midnight is the last. */
function lastDayOf(expiresAt: string): string {
  return new Date(Date.parse(expiresAt) - 1).toISOString()
}
