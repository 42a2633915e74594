import { z } from 'zod'
import { type Api, byAct } from '#protocol/endpoint.ts'
import { outageOnBoard } from '#protocol/outage.ts'
import { count, instant, opaqueId, story, text } from '#protocol/primitives.ts'
import {
  emergencyCallStates,
  otherWays,
  outageKinds,
  outageServiceKeys,
  outageSeverities,
} from '#vocabulary/outage.ts'
import { reportKinds } from '#vocabulary/outage-report.ts'
import { prefectures } from '#vocabulary/prefecture.ts'
import { namesOf } from '#vocabulary/state-words.ts'

const incidentId = opaqueId
const message = story(1000, 'お客さまにお知らせする文章を入力してください。')

/** What the guideline asks to be said beside the outage itself. */
const emergency = {
  /** Left out: as the services let one guess at first, or as it was. */
  emergencyCalls: z.enum(emergencyCallStates).optional(),
  emergencySince: instant.optional(),
  otherWays: z.array(z.enum(otherWays)).max(otherWays.length).optional(),
}

const END_BEFORE_BEGIN = '終了は、開始よりあとの日時にしてください。'

const newOutage = z
  .object({
    kind: z.enum(outageKinds, '種類を選んでください。'),
    severity: z.enum(outageSeverities, '影響の大きさを選んでください。'),
    services: z
      .array(z.enum(outageServiceKeys), '影響のあるサービスを1つ以上選んでください。')
      .min(1, '影響のあるサービスを1つ以上選んでください。')
      .max(outageServiceKeys.length),
    /** None: everywhere. */
    areas: z.array(z.enum(prefectures)).max(prefectures.length).default([]),
    title: text(80, '件名を入力してください。'),
    beginsAt: instant,
    /** Expected end of an outage, planned end of maintenance. */
    until: instant.optional(),
    message,
    ...emergency,
  })
  .refine(({ kind, until }) => kind !== 'maintenance' || until !== undefined, {
    path: ['until'],
    message: '工事・メンテナンスは、終了の予定を入力してください。',
  })
  .refine(({ beginsAt, until }) => until === undefined || isLater(until, beginsAt), {
    path: ['until'],
    message: END_BEFORE_BEGIN,
  })

const isLater = (one: string, other: string) => Date.parse(one) > Date.parse(other)

/** A moment by which a report is due, and whether it was made. */
const clock = z.object({
  report: z.enum(namesOf(reportKinds)),
  dueAt: instant,
  state: z.enum(['open', 'met', 'late']),
  metAt: instant.optional(),
})

const onDesk = z.object({
  /** As the member reads it. */
  entry: outageOnBoard,
  firstReportedAt: instant.optional(),
  clocks: z.array(clock),
})

const outageEndpoint = byAct('outage.post')

export const consoleOutageApi = {
  consoleOutagesGet: outageEndpoint('GET', '/api/console/outages', {
    summary: '障害の掲示と、報告の期限',
    result: z.object({ asOf: instant, outages: z.array(onDesk) }),
  }),
  consoleOutageReportGet: outageEndpoint('GET', '/api/console/outage/report', {
    summary: '障害の影響の数（回線・時間・しきい値）と、知らせた人数',
    query: z.object({ incidentId }),
    result: z.object({
      lines: count,
      minutes: count,
      lineHours: count,
      notified: count,
      thresholds: z.array(
        z.object({
          service: z.enum(['emergencyVoice', 'otherVoice', 'data']),
          hours: count,
          fromLines: count,
          lines: count,
          reachedAt: instant,
          isReached: z.boolean(),
        }),
      ),
    }),
  }),
  consoleOutageOpenPost: outageEndpoint('POST', '/api/console/outage', {
    summary: '障害・工事を掲載し、影響のある会員に知らせる',
    body: newOutage,
    result: onDesk,
  }),
  consoleOutageUpdatePost: outageEndpoint('POST', '/api/console/outage/update', {
    summary: '障害・工事の続報を掲載する',
    body: z.object({
      incidentId,
      message,
      until: instant.optional(),
      severity: z.enum(outageSeverities).optional(),
      ...emergency,
    }),
    result: onDesk,
    errors: ['OUTAGE_OVER'],
  }),
  consoleOutageClosePost: outageEndpoint('POST', '/api/console/outage/close', {
    summary: '障害・工事の終わりを掲載し、知らせた会員に伝える',
    body: z.object({ incidentId, message, at: instant.optional() }),
    result: onDesk,
    errors: ['OUTAGE_OVER'],
  }),
  consoleOutageReportedPost: outageEndpoint('POST', '/api/console/outage/reported', {
    summary: '総務省へ最初に報告した日時を記録する',
    body: z.object({ incidentId, at: instant }),
    result: onDesk,
  }),
} satisfies Api
