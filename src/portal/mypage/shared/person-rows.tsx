import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { hrefOfLine } from '#portal/mypage/shared/line-words.ts'
import { SpeedSwitchRow } from '#portal/mypage/shared/speed-switch.tsx'
import type { SwitchAnswer } from '#portal/mypage/shared/switch-speed.ts'
import { useAwaiting } from '#portal/mypage/shared/use-awaiting.ts'
import type { HighSpeedLine } from '#portal/mypage/shared/wire.ts'
import { personClass } from '#ui/family-ring.tsx'
import { formatPhone, formatVolume, splitVolume } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'
import { PersonBar, PersonPatterns } from '#ui/person-bar.tsx'
import type { Person } from './people.ts'

type Switching = {
  readonly keys: FormKeys
  readonly answer: SwitchAnswer | undefined
  readonly isTroubled: boolean
}

/** What each person used, how fast they are, and the switch of each. */
export function PersonRows({
  people,
  ...switching
}: Switching & { readonly people: readonly Person[] }) {
  useAwaiting(people.flatMap(({ speed }) => speed ?? []))
  return (
    <>
      <PersonPatterns />
      <ul className="line-cards" role="list">
        {people.map((person) => (
          <li key={person.id} className={personClass(person.tone)}>
            <span className="person__initial" aria-hidden="true">
              {person.initial}
            </span>
            <div className="person__use">
              <LineLink id={person.id} name={person.name} isHere={person.speed !== undefined} />
              <span className="person__number">{person.number}</span>
              <span className="person__amount">
                <Used bytes={person.usedBytes} />
                {person.capBytes === undefined ? null : (
                  <span className="person__cap"> / {formatVolume(person.capBytes, 'quota')}</span>
                )}
              </span>
              <PersonBar tone={person.tone} share={person.share} mark={person.capShare} />
            </div>
            {person.speed === undefined ? null : <Speed line={person.speed} {...switching} />}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The one line of a contract: its number leads to its page, and the switch is beside it. */
export function SingleRow({ line, ...switching }: Switching & { readonly line: HighSpeedLine }) {
  useAwaiting([line])
  const { lineId, number, nickname } = line.line
  return (
    <ul className="line-cards line-cards--single" role="list">
      <li>
        <Icon name="bolt" />
        <div className="person__use">
          <strong>高速データ通信</strong>
          <span className="person__number">
            <LineLink id={lineId} name={nickname === '' ? formatPhone(number) : nickname} isHere />
          </span>
        </div>
        <Speed line={line} {...switching} isSingle />
      </li>
    </ul>
  )
}

function LineLink({ id, name, isHere }: { id: string; name: string; isHere: boolean }) {
  if (!isHere) return <span className="person__name">{name}</span>
  return (
    <a className="person__name" href={hrefOfLine(id)}>
      {name}
      <span className="visually-hidden">：この回線の詳細</span>
    </a>
  )
}

const speedWords: Readonly<Record<HighSpeedLine['speed'], string>> = {
  high: '高速',
  low: '低速',
  slowed: 'さらに低速',
  stopped: '利用停止中',
}

type SpeedProps = Switching & { readonly line: HighSpeedLine; readonly isSingle?: boolean }

/** The switch; where it changes nothing (stopped, or nothing left) the word alone. */
function Speed({ line, isSingle = false, ...switching }: SpeedProps) {
  const { speed, speedReason, on } = line
  if (speed === 'stopped' || speedReason === 'poolEmpty')
    return <strong className="person__speed">{speedWords[speed]}</strong>
  const state =
    isSingle && speed !== 'slowed'
      ? {}
      : { state: on && speed === 'high' ? '高速' : speedWords[speed] }
  return <SpeedSwitchRow line={line} {...switching} {...state} />
}

function Used({ bytes }: { readonly bytes: number }) {
  const { value, unit } = splitVolume(bytes, 'used')
  return (
    <>
      <strong>{value}</strong>
      {'\u00a0'}
      {unit}
    </>
  )
}
