import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import type { HealthLine } from '#portal/mypage/shared/health-line.ts'
import { HealthLines } from '#portal/mypage/shared/health-lines.tsx'
import { troublesAt } from '#portal/mypage/shared/health.ts'
import { fullNameOfLine, isDataTroubled, wordsOfSpeed } from '#portal/mypage/shared/line-words.ts'
import { SpeedSwitch } from '#portal/mypage/shared/speed-switch.tsx'
import type { SwitchAnswer } from '#portal/mypage/shared/switch-speed.ts'
import { Card } from '#ui/card.tsx'
import { DataVolume } from '#ui/data-volume.tsx'
import { formatDay, formatTime, formatVolume } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'
import { Ring } from '#ui/ring.tsx'
import { SummaryList, type SummaryEntry } from '#ui/summary-list.tsx'
import { AskCard } from './ask-card.tsx'
import { AskedList } from './asked-list.tsx'
import { capsLeft, leftOf } from './left.ts'
import type { Family, FamilyLine, LineRequests } from './wire.ts'

type UserLineProps = {
  readonly family: Family
  readonly line: FamilyLine
  readonly asked: LineRequests
  readonly isAskingForOption: boolean
  readonly keys: FormKeys
  readonly answer: SwitchAnswer | undefined
  readonly stayed: Stayed | undefined
}

/** The line of who uses it, and nothing else of the family: what is left for it, what to ask for, how fast it is. */
export function UserLine(props: UserLineProps) {
  const { family, line, asked, keys, answer } = props
  const isTroubled = isDataTroubled(family.outages)
  return (
    <>
      <HealthLines lines={[...troublesAt(family.outages), ...endOf(family, line)]} />
      <UserStage {...{ family, line }} />
      <AskCard {...props} holderName={family.holderName} lineId={line.highSpeed.line.lineId} />
      <AskedList requests={asked.requests} lineId={line.highSpeed.line.lineId} keys={keys} />
      <Card>
        <h2>{fullNameOfLine(line.highSpeed.line)}</h2>
        <SummaryList
          entries={[
            ['今日使った量', <DataVolume key="value" bytes={line.usedTodayBytes} kind="used" />],
            [
              '今月使った量',
              <DataVolume key="value" bytes={line.usedThisMonthBytes} kind="used" />,
            ],
            ...capsLeft(line).map(({ title, capacityBytes, bytes }): SummaryEntry => [
              title,
              `${formatVolume(bytes, 'residual')}（上限 ${formatVolume(capacityBytes, 'quota')}）`,
            ]),
          ]}
        />
        <SpeedSwitch line={line.highSpeed} {...{ keys, answer, isTroubled }} />
      </Card>
    </>
  )
}

function UserStage({ family, line }: Pick<UserLineProps, 'family' | 'line'>) {
  const left = leftOf(family)
  const { speed, cap } = line.highSpeed
  const isTroubled = isDataTroubled(family.outages) && speed !== 'stopped'
  const isSlow = speed !== 'high' || isTroubled
  const back = left.bytes > 0 ? undefined : backWords[left.of]
  const again = left.of === 'all' ? undefined : cap?.[left.of === 'day' ? 'dayBytes' : 'monthBytes']
  return (
    <section className="stage mystage family-stage" aria-labelledby="family-left">
      <div className="mystage__inner">
        <p className={`family-speed${isSlow ? ' family-speed--slow' : ''}`}>
          <Icon name="bolt" />
          {isTroubled ? 'いまはつながりにくくなっています' : speedWords[speed]}
        </p>
        <div className="mystage__ring">
          <Ring
            buckets={[{ kind: 'base', bytes: left.bytes }]}
            capacityBytes={Math.max(1, left.capacityBytes)}
            state={left.bytes === 0 ? 'empty' : isSlow ? 'low' : 'ok'}
          />
        </div>
        <div className="mystage__words">
          <h2 id="family-left" className="small muted">
            {left.title}
          </h2>
          <p className="family-left">{formatVolume(left.bytes, 'residual')}</p>
          {back === undefined ? (
            <p className="small muted">{wordsOfSpeed(line.highSpeed, isTroubled).now}</p>
          ) : (
            <p>
              <span className="muted">もどるのは</span> <strong>{back}</strong>
              {again === undefined || again === 0 ? null : (
                <span className="family-again">また{formatVolume(again, 'quota')}使えます</span>
              )}
            </p>
          )}
          <p className="small muted">{formatTime(family.asOf)}現在</p>
        </div>
      </div>
    </section>
  )
}

/** Whoever uses the line is told before it ends; what the holder has ordered is the holder's to say. */
function endOf({ holderName }: Family, { endsOn }: FamilyLine): HealthLine[] {
  if (endsOn === undefined) return []
  const text = `この回線は、${formatDay(endsOn)}に終わる予定です。詳しくは、${holderName}さんに聞いてください。`
  return [{ tone: 'warning', text }]
}

const backWords = { day: 'あす 0:00', month: '来月1日 0:00', all: '来月1日 0:00' } as const
const speedWords: Readonly<Record<FamilyLine['highSpeed']['speed'], string>> = {
  high: 'いまは高速です',
  low: 'いまは低速です。LINEの文字は使えます',
  slowed: 'いまはさらに低速です。LINEの文字は使えます',
  stopped: 'いまは止まっています',
}
