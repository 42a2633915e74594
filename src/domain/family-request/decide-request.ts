import type { RequestAnswer, RequestKind } from '#vocabulary/family-request.ts'
import { ruleValue } from '../catalogue/rules.ts'
import { ok, refused } from '../outcome.ts'
import { addDays, endOfDay, type Instant, startOfDay, toTokyoDate } from '../tokyo.ts'

/** How the line stands to what may be asked for. */
export type AskingLine = {
  readonly hasCap: boolean
  /** The user may not turn it on: somebody else has turned it off. */
  readonly isSwitchedOffByOthers: boolean
}

/** What would change anything for the line; options are asked apart. */
export function kindsFor({ hasCap, isSwitchedOffByOthers }: AskingLine): readonly RequestKind[] {
  return [
    'data',
    ...(hasCap ? (['noCap'] as const) : []),
    ...(isSwitchedOffByOthers ? (['speed'] as const) : []),
  ]
}

/** Whether one more may be sent: one waits at a time, and so many are sent a day (ours). */
export function decideAsking(
  line: { readonly isWaiting: boolean; readonly askedToday: number },
  now: Instant,
) {
  const today = toTokyoDate(now)
  if (line.isWaiting) return refused('FAMILY_REQUEST_OPEN')
  return line.askedToday < ruleValue('familyRequestsADay', today)
    ? ok(undefined)
    : refused('FAMILY_REQUESTS_FULL', { freeFrom: startOfDay(addDays(today, 1)) })
}

/** Until when it can be answered: what is asked for today ends with the day. */
export function answerableUntil(kind: RequestKind, askedAt: Instant): Instant {
  const day = toTokyoDate(askedAt)
  return kind === 'noCap'
    ? endOfDay(day)
    : askedAt.add({ hours: 24 * ruleValue('familyRequestDays', day) })
}

/** What may be given for what was asked, the nearest first. A line without a cap has none to raise. */
export function answersFor(
  kind: RequestKind,
  { hasCap }: Pick<AskingLine, 'hasCap'>,
): readonly RequestAnswer[] {
  switch (kind) {
    case 'data':
      return hasCap ? ['pack', 'more', 'noCap'] : ['pack']
    case 'noCap':
      return hasCap ? ['noCap', 'more', 'pack'] : ['pack']
    case 'speed':
      return ['speed']
    case 'option':
      return ['option']
  }
}
