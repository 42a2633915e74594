import type { Outages } from '#portal/mypage/shared/wire.ts'
import { formatShortDay, formatTime } from '#ui/format.ts'
import {
  emergencyCallLabels,
  otherWayLabels,
  type EmergencyCalls,
  type OtherWay,
} from '#vocabulary/outage.ts'
import { emergencyPage } from '#vocabulary/site-pages.ts'
import type { HealthLine } from './health-line.ts'

/** Of an outage (wire Outage) what is said of emergency calls. */
export type EmergencyTrouble = Pick<Outages[number], 'state'> & {
  readonly emergencyCalls: { readonly state: EmergencyCalls; readonly since?: string | undefined }
  readonly otherWays: readonly OtherWay[]
}

/** The worst first; what is not there is not said: no call is in doubt. */
const worst = ['stopped', 'degraded', 'unknown'] as const satisfies readonly EmergencyCalls[]

/**
 * How calls to 110, 118 and 119 are while an outage at the member's line lasts, and what else can be used, in one line
 * before all others (MIC's guideline on informing users): a life may hang on it. None where they are not affected.
 */
export function emergencyLines(outages: readonly EmergencyTrouble[] | undefined): HealthLine[] {
  const lasting = (outages ?? []).filter(({ state }) => state === 'ongoing')
  const calls = worst.find((one) => lasting.some(({ emergencyCalls: { state } }) => state === one))
  const outage = lasting.find(({ emergencyCalls: { state } }) => state === calls)
  if (calls === undefined || outage === undefined) return []
  const { since } = outage.emergencyCalls
  const from = since === undefined ? '' : `（${formatShortDay(since)}${formatTime(since)}から）`
  return [
    {
      tone: calls === 'unknown' ? 'warning' : 'danger',
      text: `110・118・119への通報：${emergencyCallLabels[calls]}${from}。${insteadOf(calls, outage)}`,
      action: { href: emergencyPage, label: '緊急通報のかけ方' },
    },
  ]
}

/** The ways that staff have entered; else those that there always are. */
function insteadOf(calls: EmergencyCalls, { otherWays }: Pick<EmergencyTrouble, 'otherWays'>) {
  const ways = otherWays.map((way) => otherWayLabels[way]).join('、')
  const when = calls === 'stopped' ? '' : 'つながらないときは、'
  return `${when}${ways === '' ? '固定電話、公衆電話、ほかの携帯電話会社の電話' : ways}をお使いください。`
}
