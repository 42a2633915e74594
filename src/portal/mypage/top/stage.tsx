import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { FailedNotice } from '#portal/mypage/shared/failed-notice.tsx'
import { isServed } from '#portal/mypage/shared/line-words.ts'
import { valueOf, type Part } from '#portal/mypage/shared/part.ts'
import type { SwitchAnswer } from '#portal/mypage/shared/switch-speed.ts'
import type {
  Contract,
  Forecast,
  HighSpeed,
  LineGroup,
  Permission,
  Residual,
  TopUps,
  Unpaid,
} from '#portal/mypage/shared/wire.ts'
import { FamilyRing } from '#ui/family-ring.tsx'
import { formatDay, formatShortDay, formatTime, formatVolume } from '#ui/format.ts'
import { Ring, type RingKind } from '#ui/ring.tsx'
import { Sentence } from '#ui/sentence.tsx'
import { HealthLines } from '#portal/mypage/shared/health-lines.tsx'
import type { HealthLine } from '#portal/mypage/shared/health-line.ts'
import { outlookOf, type Outlook } from './outlook.ts'
import { peopleOf } from '#portal/mypage/shared/people.ts'
import { PersonRows, SingleRow } from '#portal/mypage/shared/person-rows.tsx'
import { capacityOf, groupsOf, stateOf, type RingGroup } from '#portal/mypage/shared/ring-of.ts'
import { StopBills, StopWords } from './stop-words.tsx'
import { TopUpTiles } from '#portal/mypage/shared/top-up-tiles.tsx'

type StageProps = {
  readonly health: readonly HealthLine[]
  readonly residual: Residual
  readonly forecast: Forecast | undefined
  /** The day from which there will be one. */
  readonly forecastFrom: string | undefined
  readonly speed: Part<HighSpeed>
  readonly group: LineGroup | undefined
  readonly contract: Contract | undefined
  readonly unpaid: Unpaid | undefined
  readonly topUps: TopUps | undefined
  readonly topUp: Permission | undefined
  readonly keys: FormKeys
  readonly answer: SwitchAnswer | undefined
  /** An outage of data lasts. */
  readonly isTroubled: boolean
}

/** The first view: what is wrong, how much is left and how long it lasts, more of it, and who is fast. */
export function Stage(props: StageProps) {
  const { health, residual, forecast, speed, group, contract, unpaid, keys, answer, isTroubled } =
    props
  const isStopped = contract?.status === 'suspended'
  const lines = valueOf(speed)?.lines
  const isLight = contract?.baseBytes === 0
  const state = stateOf({ residual, forecast, lines, isStopped, isLight })
  const groups = groupsOf(residual)
  const people =
    group !== undefined && lines !== undefined && group.lines.length > 1
      ? peopleOf(group, lines)
      : undefined
  const isFamily = people !== undefined && people.length > 1
  const [single] = lines ?? []
  return (
    <section
      className={`stage mystage${isStopped ? ' stage--quiet mystage--stopped' : isFamily ? ' mystage--family' : ''}`}
      aria-labelledby="residual-title"
    >
      <div className="mystage__inner">
        <h2 id="residual-title" className="visually-hidden">
          {residual.shared ? '高速データの残り（全回線で共有）' : '高速データの残り'}
        </h2>
        <div className="mystage__head">
          <HealthLines lines={health} />
          {isStopped ? null : <Meta {...{ contract, residual }} />}
        </div>
        <div className="mystage__ring">
          {isFamily && !isStopped ? (
            <FamilyRing remainingBytes={residual.totalBytes} {...{ people, state }} />
          ) : (
            <Ring buckets={groups} capacityBytes={capacityOf(residual)} state={state} />
          )}
          <p className="residual__figure visually-hidden">
            残り {formatVolume(residual.totalBytes, 'residual')}
          </p>
        </div>
        <div className="mystage__words">
          {isStopped ? (
            <StopWords reason={contract.suspensionReason} unpaid={unpaid} />
          ) : (
            <OutlookWords
              state={state}
              outlook={
                outlookOf(state, residual, forecast, isLight) ?? tooEarly(props.forecastFrom)
              }
            />
          )}
          {isStopped ? null : <UsedThisMonth {...residual} />}
        </div>
        {isStopped && contract.suspensionReason === 'unpaid' && isOwed(unpaid) ? (
          <StopBills unpaid={unpaid} />
        ) : null}
        {isFamily || isStopped || groups.length === 0 ? null : <Legend groups={groups} />}
        <div className="mystage__people">
          {speed.ok ? null : (
            <FailedNotice title="回線の状態を表示できません" failed={speed.failed} />
          )}
          {isFamily ? <PersonRows {...{ people, keys, answer, isTroubled }} /> : null}
          {isFamily || single === undefined ? null : (
            <SingleRow {...{ keys, answer, isTroubled }} line={single} />
          )}
        </div>
        {isStopped ? null : (
          <div className="mystage__acts">
            <TopUpTiles
              state={state}
              shortageBytes={isLight ? 0 : (forecast?.shortageBytes ?? 0)}
              topUps={props.topUps}
              topUp={props.topUp}
            />
          </div>
        )}
      </div>
    </section>
  )
}

function Meta({ contract, residual }: Pick<StageProps, 'contract' | 'residual'>) {
  return (
    <p className="mystage__meta small">
      {contract === undefined ? null : <span>{planWords(contract)}</span>}{' '}
      <time dateTime={residual.asOf}>{formatTime(residual.asOf)}</time>
      <span>現在</span>
    </p>
  )
}

const UsedThisMonth = ({ usedThisMonthBytes }: Pick<Residual, 'usedThisMonthBytes'>) => (
  <p className="residual__asof small muted">
    今月の利用 {formatVolume(usedThisMonthBytes, 'used')}
  </p>
)

function isOwed(unpaid: Unpaid | undefined): unpaid is Unpaid {
  return unpaid !== undefined && unpaid.bills.length > 0
}

function planWords(contract: Contract): string {
  const lines = contract.lines.filter(isServed).length
  return contract.course === 'share' && lines > 0
    ? `${contract.planName}・シェア${lines}回線`
    : contract.planName
}

const tooEarly = (from: string | undefined): Outlook | undefined =>
  from === undefined
    ? undefined
    : { before: '月末までの見込み', main: `${formatDay(from)}ごろから表示します` }

const SHORT = '足りません。'

/** On a phone the figure and its verb are longer than the line: it breaks between them, not within the verb. */
function After({ words }: { readonly words: string }) {
  if (!words.endsWith(SHORT)) return <Sentence>{words}</Sentence>
  return (
    <>
      <Sentence>{words.slice(0, -SHORT.length)}</Sentence>
      <span className="nowrap">{SHORT}</span>
    </>
  )
}

type OutlookWordsProps = { readonly state: string; readonly outlook: Outlook | undefined }

function OutlookWords({ state, outlook }: OutlookWordsProps) {
  if (outlook === undefined) return null
  const { before, main, after } = outlook
  return (
    <p className={`mystage__outlook mystage__outlook--${state}`}>
      {before === undefined ? null : <span>{before}</span>}
      <strong>{main}</strong>
      {after === undefined ? null : (
        <span>
          <After words={after} />
        </span>
      )}
    </p>
  )
}

const kindWords: Readonly<Record<RingKind, string>> = {
  base: '基本',
  carry: '繰り越し',
  add: '追加',
}

/** What the arcs are; the day of what ends first, and no other. */
function Legend({ groups }: { readonly groups: readonly RingGroup[] }) {
  const first = groups.at(-1)
  return (
    <ul className="mystage__legend small" role="list">
      {groups.toReversed().map(({ kind, bytes, firstExpiry }) => (
        <li key={kind} className={`mystage__key mystage__key--${kind}`}>
          {kindWords[kind]} <strong>{formatVolume(bytes, 'residual')}</strong>
          {kind === first?.kind ? (
            <span className="muted">・{formatShortDay(lastDayOf(firstExpiry))}まで</span>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** An expiry is given exclusively: the day before its midnight is the last. */
function lastDayOf(expiresAt: string): string {
  return new Date(Date.parse(expiresAt) - 1).toISOString()
}
