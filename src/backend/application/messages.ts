import type { MemberMessage, MessageFact } from '#backend/mail/member-message.ts'
import { formatDay, formatMoment } from '#backend/mail/japanese-date.ts'
import { formatVolume } from '#vocabulary/volume.ts'
import { formatYen } from '#vocabulary/yen.ts'
import { orderedLines, type Answers } from '#domain/application/answers.ts'
import { options } from '#domain/catalogue/option.ts'
import type { Instant } from '#domain/tokyo.ts'
import { kindLabels, simSizeLabels } from '#vocabulary/line.ts'
import type { priceOf } from './queries/prices.ts'

type ApplicationFacts = { readonly accountId: string; readonly orderNo: string }

/** What was ordered and what it costs, as 最終確認 had it. */
export function orderedFacts(answers: Answers, price: ReturnType<typeof priceOf>): MessageFact[] {
  const [first] = price.firstBills
  const chosen = answers.options ?? []
  return [
    { label: 'データ容量', value: `${price.planName}・${answers.lineCount}回線` },
    ...orderedLines(answers).map(({ kind, size, nickname }, n) => ({
      label: `${n + 1}回線目${nickname ? `（${nickname}）` : ''}`,
      value: [kind && kindLabels[kind], size && simSizeLabels[size]].filter(Boolean).join('・'),
    })),
    {
      label: 'オプション',
      value: chosen.length === 0 ? 'なし' : chosen.map(({ code }) => options[code].name).join('、'),
    },
    { label: '毎月のお支払い（税込）', value: formatYen(price.monthly.totalYen) },
    { label: '初回のみ（税込）', value: formatYen(price.oneOff.totalYen) },
    ...(first === undefined
      ? []
      : [
          {
            label: `最初の請求（${formatDay(price.startsOn)}に使い始めるとき）`,
            value: `${formatDay(first.chargeOn)}に${formatYen(first.totals.totalYen)}`,
          },
        ]),
    { label: '最初の月のデータ容量', value: formatVolume(price.firstMonthBytes, 'quota') },
  ]
}

const link = { label: '申し込みの状況を見る', path: '/order/status' }
const numberFact = (orderNo: string) => ({ label: '申込番号', value: orderNo })

export function receivedMessage(
  facts: ApplicationFacts,
  isInReview: boolean,
  ordered: readonly MessageFact[],
): MemberMessage {
  return {
    accountId: facts.accountId,
    sourceRef: `application:${facts.orderNo}:received`,
    kind: 'procedure',
    subject: 'お申し込みを受け付けました',
    paragraphs: [
      'お申し込みを受け付けました。',
      isInReview
        ? '担当者が内容を確認しています。結果は、メールでお知らせします。'
        : 'SIMと開通の準備を始めました。進み具合は、申込番号と生年月日でいつでも確認できます。',
      'SIMを発送する前（eSIMはプロファイルができる前）までは、料金なしで取り消せます。',
      '通話料とSMSの料金は、使った分だけ加わります。最初の請求と最初の月のデータ容量は、使い始める日により変わります。',
    ],
    facts: [numberFact(facts.orderNo), ...ordered],
    link,
  }
}

export function acceptedMessage(facts: ApplicationFacts): MemberMessage {
  return {
    accountId: facts.accountId,
    sourceRef: `application:${facts.orderNo}:accepted`,
    kind: 'procedure',
    subject: 'お申し込みの確認が済みました',
    paragraphs: ['お申し込みの内容の確認が済み、SIMと開通の準備を始めました。'],
    facts: [numberFact(facts.orderNo)],
    link,
  }
}

export function rejectedMessage(facts: ApplicationFacts, reason: string): MemberMessage {
  return {
    accountId: facts.accountId,
    sourceRef: `application:${facts.orderNo}:rejected`,
    kind: 'procedure',
    subject: 'お申し込みをお受けできませんでした',
    paragraphs: [
      '恐れ入りますが、今回のお申し込みはお受けできませんでした。料金はかかりません。',
      `理由：${reason}`,
    ],
    facts: [numberFact(facts.orderNo)],
    link,
  }
}

export function withdrawnMessage(facts: ApplicationFacts, isPrepared: boolean): MemberMessage {
  return {
    accountId: facts.accountId,
    sourceRef: `application:${facts.orderNo}:withdrawn`,
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
    facts: [numberFact(facts.orderNo)],
    link,
  }
}

export function reminderMessage(
  of: { readonly accountId: string; readonly applicationId: string; readonly version: number },
  { until, isLast }: { readonly until: Instant; readonly isLast: boolean },
): MemberMessage {
  return {
    accountId: of.accountId,
    sourceRef: `application:${of.applicationId}:reminder:${of.version}${isLast ? ':last' : ''}`,
    kind: 'procedure',
    subject: isLast ? 'お申し込みの入力内容を、まもなく削除します' : 'お申し込みの入力が途中です',
    paragraphs: [
      'お申し込みは、まだ完了していません。ログインすると、続きから入力できます。',
      '期限を過ぎると、入力された内容を削除します。お申し込みにならないときは、お手続きは要りません。',
    ],
    facts: [{ label: '入力を残しておく期限', value: formatMoment(until) }],
    link: { label: '続きから入力する', path: '/order' },
  }
}
