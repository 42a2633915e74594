import { brand } from '#brand'
import { refusalWords } from '#backend/billing/public.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import { formatPoints } from '#vocabulary/point.ts'
import { pages } from '#vocabulary/pages.ts'
import type { GrantRow } from './rows.ts'

/** Points that were granted for a bill or taken back for a bill below zero, or that the partner refused to move. */
export function grantMessage({
  accountId,
  row,
}: {
  accountId: string
  row: Pick<GrantRow, 'order_id' | 'month' | 'points' | 'moved_points' | 'state' | 'reason'>
}): MemberMessage {
  const month = `${Number(row.month.slice(5))}月分`
  const asked = formatPoints(Math.abs(row.points))
  return {
    accountId,
    sourceRef: `points/${row.order_id}`,
    kind: 'billing',
    ...wordsOf(row, month, asked),
    facts: [
      { label: '対象の請求', value: month },
      { label: 'ポイント', value: formatPoints(row.moved_points ?? Math.abs(row.points)) },
    ],
    link: { label: 'ポイントの明細を開く', path: pages.point },
  }
}

function wordsOf(
  {
    points,
    moved_points: moved,
    state,
    reason,
  }: Pick<GrantRow, 'points' | 'moved_points' | 'state' | 'reason'>,
  month: string,
  asked: string,
) {
  const isGrant = points > 0
  if (state === 'refused')
    return {
      subject: `${month}のポイントを${isGrant ? 'つけられませんでした' : '取り消しませんでした'}`,
      paragraphs: [
        `${month}の${asked}について、${refusalWords(reason)}`,
        ...(isGrant
          ? [`${brand.pointsPartner}との連携をお確かめください。料金やご利用は変わりません。`]
          : ['ポイントは、そのままお使いいただけます。']),
      ],
    }
  if (isGrant)
    return {
      subject: `${month}の料金で${asked}がつきました`,
      paragraphs: [
        `${month}の料金のお支払いで、${brand.pointsPartner}の${asked}がつきました。`,
        'ポイントは、料金のお支払いに1ポイント1円で使えます。',
      ],
    }
  return {
    subject: `${month}の返金に伴い、ポイントを取り消しました`,
    paragraphs: [
      `${month}は料金をお返ししたため、その料金についていたポイントを取り消しました。`,
      ...(moved !== null && moved < -points
        ? [`取り消す${asked}のうち、残高にあった分だけを取り消しました。残りはいただきません。`]
        : []),
    ],
  }
}
