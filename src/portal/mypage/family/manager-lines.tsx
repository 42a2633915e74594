import { linePage, pages } from '#vocabulary/pages.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { HealthLines } from '#portal/mypage/shared/health-lines.tsx'
import { troublesAt } from '#portal/mypage/shared/health.ts'
import { fullNameOfLine, isDataTroubled } from '#portal/mypage/shared/line-words.ts'
import { peopleOf } from '#portal/mypage/shared/people.ts'
import { PersonRows } from '#portal/mypage/shared/person-rows.tsx'
import type { SwitchAnswer } from '#portal/mypage/shared/switch-speed.ts'
import { Card } from '#ui/card.tsx'
import { FamilyRing } from '#ui/family-ring.tsx'
import { formatTime, formatVolume } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { leftOf } from './left.ts'
import type { Family, FamilyRequest } from './wire.ts'
import { TapLink } from '#ui/text-link.tsx'

type ManagerLinesProps = {
  readonly family: Family
  readonly requests: readonly FamilyRequest[]
  readonly keys: FormKeys
  readonly answer: SwitchAnswer | undefined
}

/** As the holder's first view, without money: who used how much of what all share, their caps, and their switches. */
export function ManagerLines({ family, requests, keys, answer }: ManagerLinesProps) {
  const { title, bytes } = leftOf(family)
  const people = peopleOf(
    {
      lines: family.lines.map(({ highSpeed: { line }, usedThisMonthBytes }) => ({
        line: { ...line, status: 'active' as const, statusLabel: '' },
        usedThisMonthBytes,
      })),
    },
    family.lines.map(({ highSpeed }) => highSpeed),
  )
  return (
    <>
      <HealthLines lines={troublesAt(family.outages)} />
      <Waiting requests={requests} />
      <section className="stage mystage mystage--family family-stage" aria-labelledby="family-left">
        <div className="mystage__inner">
          <div className="mystage__ring">
            <FamilyRing
              remainingBytes={bytes}
              people={people}
              state={bytes === 0 ? 'empty' : 'ok'}
            />
          </div>
          <div className="mystage__words">
            <h2 id="family-left">{title}</h2>
            {/* The ring beside it shows the figure, to eyes. */}
            <p className="visually-hidden">{formatVolume(bytes, 'residual')}</p>
            <p className="small muted">{formatTime(family.asOf)}現在</p>
          </div>
          <div className="mystage__people">
            <PersonRows {...{ people, keys, answer }} isTroubled={isDataTroubled(family.outages)} />
          </div>
        </div>
      </section>
      <Card>
        <h2>回線ごとの設定</h2>
        <ul role="list">
          {family.lines.map(({ highSpeed: { line } }) => (
            <li key={line.lineId} className="tap">
              <a href={linePage(line.lineId)}>{fullNameOfLine(line)}の名前・上限・紛失時の停止</a>
            </li>
          ))}
        </ul>
        <TapLink href={pages.familyRequests}>ご家族からのお願い</TapLink>
      </Card>
    </>
  )
}

/** That somebody waits for an answer, where it is not the page of the answers. */
function Waiting({ requests }: { readonly requests: readonly FamilyRequest[] }) {
  const open = requests.filter(({ state }) => state === 'open')
  const [first] = open
  if (first === undefined) return null
  return (
    <Notice tone="warning" title={`${first.name}さんからのお願いが届いています`}>
      <TapLink href={pages.familyRequests}>お願いを見て返事をする（{open.length}件）</TapLink>
    </Notice>
  )
}
