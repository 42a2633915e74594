import { formatMoment } from '#backend/mail/japanese-date.ts'
import type { MemberMessage, MessageFact } from '#backend/mail/member-message.ts'
import {
  emergencyCallLabels,
  otherWayLabels,
  outageKindLabels,
  outageServices,
} from '#vocabulary/outage.ts'
import { outageBoardPage } from '#vocabulary/site-pages.ts'
import type { Outage } from './queries.ts'

export const outageOccasions = ['opened', 'ended', 'cancelled'] as const
export type OutageOccasion = (typeof outageOccasions)[number]

const titles: Readonly<Record<OutageOccasion, (title: string) => string>> = {
  opened: (title) => title,
  ended: (title) => `【復旧しました】${title}`,
  cancelled: (title) => `【中止しました】${title}`,
}

const after: Readonly<Record<OutageOccasion, string>> = {
  opened: '新しい情報は、障害・メンテナンス情報のページでお知らせします。',
  ended: 'ご不便をおかけしました。つながらないときは、端末の電源を入れ直してください。',
  cancelled: '予定していた作業は行いません。ご利用に影響はありません。',
}

/** The operator's newest words, with what the outage is about. */
export function outageMessage(
  accountId: string,
  outage: Outage,
  occasion: OutageOccasion,
): MemberMessage {
  const { outage_id, kind, title, updates } = outage
  return {
    accountId,
    sourceRef: sourceRefOf(outage_id, occasion),
    kind: 'outage',
    event: { type: 'outage.changed', data: { outageId: outage_id, occasion } },
    subject: titles[occasion](title),
    paragraphs: [...(updates[0] ? [updates[0].message] : []), after[occasion]],
    facts: [{ label: '区分', value: outageKindLabels[kind] }, ...factsOf(outage, occasion)],
    link: { label: '障害・メンテナンス情報を開く', path: outageBoardPage(outage_id) },
  }
}

export const sourceRefOf = (outageId: string, occasion: OutageOccasion) =>
  `outage/${outageId}/${occasion}`

function factsOf(outage: Outage, occasion: OutageOccasion): MessageFact[] {
  const { services, areas, begins_at, ends_at, expected_end_at, other_ways } = outage
  const [end, endLabel] = ends_at ? [ends_at, '終了'] : [expected_end_at, '復旧の見込み']
  return [
    { label: '対象', value: services.map((service) => outageServices[service]).join('、') },
    { label: '地域', value: areas.length === 0 ? '全国' : areas.join('、') },
    { label: '開始', value: formatMoment(begins_at) },
    ...(end ? [{ label: endLabel, value: formatMoment(end) }] : []),
    ...(occasion === 'cancelled'
      ? []
      : [{ label: '110・118・119への通報', value: emergencyOf(outage) }]),
    ...(occasion === 'opened' && other_ways.length > 0
      ? [
          {
            label: 'ほかに使えるもの',
            value: other_ways.map((way) => otherWayLabels[way]).join('、'),
          },
        ]
      : []),
  ]
}

function emergencyOf({ emergency_calls: calls, emergency_since: since }: Outage): string {
  const words = emergencyCallLabels[calls]
  return since === null ? words : `${words}（${formatMoment(since)}から）`
}
