import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { formatLimit } from '#portal/mypage/flow/wording.ts'
import { formatDateTime, formatPhone, formatTime, formatVolume } from '#ui/format.ts'
import {
  isSwitching,
  nameOfLine,
  suspensionWords,
  wordsOfSpeed,
} from '#portal/mypage/shared/line-words.ts'
import type { HealthLine } from '#portal/mypage/shared/health-line.ts'
import { openingOf } from '#portal/mypage/shared/is-opening.ts'
import { isEnded } from '#portal/mypage/shared/is-ended.ts'
import type { Part } from '#portal/mypage/shared/part.ts'
import { whyNoTopUp } from '#portal/mypage/shared/top-up-words.ts'
import type {
  Contract,
  HighSpeed,
  HighSpeedLine,
  Residual,
  Permission,
  Orders,
} from '#portal/mypage/shared/wire.ts'
import { path } from './asked.ts'
import { BillingView, type BillingParts } from './billing-view.tsx'
import type { FirstBills } from '#portal/mypage/shared/first-bills.ts'
import { ActForm, RefusalText } from './frame.tsx'
import { OpeningView, Wrong } from './opening-view.tsx'

type MainViewProps = {
  readonly residual: Part<Residual>
  readonly speed: Part<HighSpeed>
  readonly contract: Part<Contract>
  readonly topUp: Permission | undefined
  readonly health: readonly HealthLine[]
  readonly orders: Orders | undefined
  readonly firstBills: FirstBills | undefined
  readonly isTroubled: boolean
  readonly billing: BillingParts
  readonly keys: FormKeys
}

/** Residual, switch, the way to top-up and to the stop of a lost line, and what is to be paid. */
export function MainView(props: MainViewProps) {
  const { residual, speed, contract, topUp, health, orders, isTroubled, billing } = props
  const { keys, firstBills } = props
  const known = contract.ok ? contract.value : undefined
  const opening = openingOf(known)
  if (opening !== undefined)
    return <OpeningView {...{ contract: opening, orders, health, firstBills }} />
  const ended = isEnded(known) ? known : undefined
  if (ended !== undefined)
    return (
      <>
        <Wrong health={health} />
        <p>ご契約は終了しました（{ended.statusLabel}）。</p>
        <BillingView {...billing} />
      </>
    )
  const lines = known?.lines ?? []
  return (
    <>
      <Wrong health={health} />
      <h2>データの残り</h2>
      {residual.ok ? <Left residual={residual.value} /> : <RefusalText failed={residual.failed} />}
      {topUp?.allowed === false ? (
        <p className="m">{whyNoTopUp(topUp)}</p>
      ) : (
        <p>
          <a className="b" href={`${path}?topup=1`}>
            データをチャージする
          </a>
        </p>
      )}
      <h2>回線</h2>
      {speed.ok ? (
        speed.value.lines.map((line) => (
          <LineView
            key={line.line.lineId}
            line={line}
            state={lines.find(({ lineId }) => lineId === line.line.lineId)}
            {...{ keys, isTroubled }}
          />
        ))
      ) : (
        <RefusalText failed={speed.failed} />
      )}
      <BillingView {...billing} />
    </>
  )
}

function Left({ residual }: { readonly residual: Residual }) {
  return (
    <>
      <p className="n">{formatVolume(residual.totalBytes, 'residual')}</p>
      <ul>
        {residual.buckets.map(({ bucketId, label, remainingBytes, expiresAt }) => (
          <li key={bucketId}>
            {label} {formatVolume(remainingBytes, 'residual')}（{formatLimit(expiresAt)}）
          </li>
        ))}
      </ul>
      <p className="m">
        今日の利用 {formatVolume(residual.usedTodayBytes, 'used')}・{formatDateTime(residual.asOf)}{' '}
        現在
      </p>
    </>
  )
}

type LineViewProps = {
  readonly line: HighSpeedLine
  readonly state: Contract['lines'][number] | undefined
  readonly keys: FormKeys
  readonly isTroubled: boolean
}

function LineView({ line, state, keys, isTroubled }: LineViewProps) {
  const { lineId, nickname, number } = line.line
  const { now, note } = wordsOfSpeed(line, isTroubled)
  const reason = state?.suspensionReason
  return (
    <>
      <h3>{nameOfLine(line.line)}</h3>
      {nickname === '' ? null : <p className="m">{formatPhone(number)}</p>}
      <p>
        <strong>{isSwitching(line) ? '切り替え中です（数秒で切り替わります）' : now}</strong>
        <br />
        <small>
          {reason === undefined ? '' : suspensionWords[reason]}
          {note}
        </small>
      </p>
      {line.change.allowed ? (
        <ActForm
          intent="speed"
          of={`${lineId}.${line.on}`}
          values={{ lineId, on: line.on ? 'off' : 'on' }}
          keys={keys}
        >
          高速データ通信を{line.on ? 'オフ' : 'オン'}にする
        </ActForm>
      ) : reason === undefined ? (
        <p className="m">{whyLocked(line)}</p>
      ) : null}
      {state?.status === 'suspended' && state.suspensionReason === 'lost' ? (
        <ActForm intent="resume" of={lineId} values={{ lineId }} keys={keys}>
          止めた回線を再開する
        </ActForm>
      ) : null}
      {state?.status === 'active' || state?.status === 'ending' ? (
        <p>
          <a href={`${path}?stop=${lineId}`}>紛失したので回線を止める</a>
        </p>
      ) : null}
    </>
  )
}

function whyLocked({ change }: HighSpeedLine): string {
  return change.reasonCode === 'HIGH_SPEED_CHANGED_RECENTLY' && change.freeFrom?.includes('T')
    ? `${formatTime(change.freeFrom)}から切り替えられます（1分に1回まで）。`
    : (change.message ?? '現在は切り替えられません。')
}
