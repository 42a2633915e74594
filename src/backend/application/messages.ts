import type { MemberMessage } from '#backend/mail/member-message.ts'
import { formatMoment } from '#backend/mail/japanese-date.ts'
import type { Instant } from '#domain/tokyo.ts'

type Told = { readonly accountId: string; readonly orderNo: string }

const link = { label: '申し込みの状況を見る', path: '/order/status' }
const numberFact = (orderNo: string) => ({ label: '受付番号', value: orderNo })

export function receivedMessage(told: Told, isInReview: boolean): MemberMessage {
  return {
    accountId: told.accountId,
    sourceRef: `application:${told.orderNo}:received`,
    kind: 'procedure',
    subject: 'お申し込みを受け付けました',
    paragraphs: [
      'お申し込みを受け付けました。',
      isInReview
        ? '担当者が内容を確認しています。結果は、メールでお知らせします。'
        : 'SIMと開通の準備を始めました。進み具合は、受付番号と生年月日でいつでも確認できます。',
      'SIMを発送する前（eSIMはプロファイルができる前）までは、料金なしで取り消せます。',
    ],
    facts: [numberFact(told.orderNo)],
    link,
  }
}

export function acceptedMessage(told: Told): MemberMessage {
  return {
    accountId: told.accountId,
    sourceRef: `application:${told.orderNo}:accepted`,
    kind: 'procedure',
    subject: 'お申し込みの確認が済みました',
    paragraphs: ['お申し込みの内容の確認が済み、SIMと開通の準備を始めました。'],
    facts: [numberFact(told.orderNo)],
    link,
  }
}

export function rejectedMessage(told: Told, reason: string): MemberMessage {
  return {
    accountId: told.accountId,
    sourceRef: `application:${told.orderNo}:rejected`,
    kind: 'procedure',
    subject: 'お申し込みをお受けできませんでした',
    paragraphs: [
      '恐れ入りますが、今回のお申し込みはお受けできませんでした。料金はかかりません。',
      `理由：${reason}`,
    ],
    facts: [numberFact(told.orderNo)],
    link,
  }
}

export function withdrawnMessage(told: Told, isPrepared: boolean): MemberMessage {
  return {
    accountId: told.accountId,
    sourceRef: `application:${told.orderNo}:withdrawn`,
    kind: 'procedure',
    subject: 'お申し込みの取り消しを受け付けました',
    paragraphs: [
      'お申し込みの取り消しを受け付けました。料金はかかりません。',
      ...(isPrepared
        ? [
            'SIMの準備を止めています。発送が始まっていて止められなかったときは、あらためてお知らせします。',
          ]
        : []),
    ],
    facts: [numberFact(told.orderNo)],
    link,
  }
}

export function reminderMessage(
  of: { readonly accountId: string; readonly applicationId: string; readonly version: number },
  until: Instant,
): MemberMessage {
  return {
    accountId: of.accountId,
    sourceRef: `application:${of.applicationId}:reminder:${of.version}`,
    kind: 'procedure',
    subject: 'お申し込みの入力が途中です',
    paragraphs: [
      'お申し込みの入力が途中で止まっています。ログインすると、続きから入力できます。',
      '期限を過ぎると、入力された内容を削除します。お申し込みにならないときは、そのままで構いません。',
    ],
    facts: [{ label: '入力を残しておく期限', value: formatMoment(until) }],
    link: { label: '続きから入力する', path: '/order' },
  }
}
