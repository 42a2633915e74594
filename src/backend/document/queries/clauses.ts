import { brand } from '#brand'
import { formatDay } from '#backend/mail/japanese-date.ts'
import { formatYen } from '#vocabulary/yen.ts'
import { priceTaxIncluded } from '#domain/catalogue/price-book.ts'
import { ruleValue } from '#domain/catalogue/rules.ts'
import { initialCancellationClock } from '#domain/cancellation/initial-cancellation.ts'
import type { TokyoDate } from '#domain/tokyo.ts'
import { rateOf, type PricesOfDay } from './price-rows.ts'

/*
 * The conditions of every contract, at the figures of the day; the terms (約款) say the same at length
 * (電気通信事業法 第26条の2, 同施行規則 第22条の2の4).
 */

export function paymentClause(on: TokyoDate): string[] {
  return [
    `お支払いは、ご契約者名義のクレジットカードです。料金は暦の月ごとに計算し、翌月${ruleValue('chargeDay', on)}日にカード会社へ請求します。`,
    `請求できなかったときは、${ruleValue('firstRetryAfter', on)}日後と${ruleValue('secondRetryAfter', on)}日後にあらためて請求します。それでもお支払いが確認できないときは、その月の末日に回線を停止します。`,
  ]
}

export function speedClause(on: TokyoDate): string[] {
  return [
    '通信速度はベストエフォートです。場所、時間帯、端末により、実際の速度は変わります。',
    `データ容量を使い切ったあと、または高速データ通信を切っているあいだの通信速度は、最大${ruleValue('lowSpeed', on)}kbpsです。`,
    `低速時の通信量が、前日までの${ruleValue('threeDayWindow', on)}日間の合計で${ruleValue('threeDayLimit', on)}MBを超えると、さらに速度を制限することがあります。`,
    '110番、118番、119番に通報できるのは、音声通話SIMの回線だけです。',
  ]
}

export function leavingClause(on: TokyoDate): string[] {
  const days = ruleValue('cancellationCutOffDaysBeforeMonthEnd', on)
  const day = days === 1 ? '前日' : `${days}日前`
  const hour = ruleValue('cancellationCutOffHour', on)
  return [
    '最低利用期間と自動更新はありません。解約の手数料も違約金もかかりません。',
    `解約は、マイページの「解約・転出」からいつでもお申し込みいただけます。最終利用日は月末です。月末の${day}の${hour}時を過ぎたお申し込みは、翌月の月末になります。最終利用日の前日まで取り消せます。`,
    '最後の月の料金は日割りになりません。端末の分割払いが残っているときは、解約のあともお支払いが続きます。',
    `MNP転出は、マイページで24時間お申し込みいただけます。MNP予約番号は、発行の日を含めて${ruleValue('mnpValidDays', on)}日間使えます。移転先で開通すると、その回線は終了します。`,
  ]
}

/** What the law gives the member, with the days it can be used. */
export function initialCancelClause(of: {
  kind: 'new' | 'change'
  prices: PricesOfDay
  receivedOn: TokyoDate | null
  startedOn: TokyoDate | null
}): { rows: { label: string; value: string }[]; paragraphs: string[] } {
  const { kind, prices, startedOn } = of
  const receivedOn = of.receivedOn ?? prices.on
  const days = ruleValue('initialCancellationDays', receivedOn)
  if (startedOn === null)
    return {
      rows: [{ label: '期間', value: `利用開始日を1日目とする${days}日間` }],
      paragraphs: initialCancelWords(prices),
    }
  const { firstDay, lastDay } = initialCancellationClock(receivedOn, startedOn)
  const period = `${formatDay(firstDay)}から${formatDay(lastDay)}まで`
  if (kind === 'change' && lastDay < prices.on)
    return {
      rows: [{ label: '期間', value: `${period}\nこの期間は終わっています。` }],
      paragraphs: [
        'ご契約の初期契約解除の期間は、すでに終わっています。この変更で、新しい期間は始まりません。',
        '解約は、上の「解約と転出」のとおり、いつでもお申し込みいただけます。',
      ],
    }
  return {
    rows: [{ label: '期間', value: `${period}\n初日を含めて${days}日間です。` }],
    paragraphs: [
      firstDay === startedOn
        ? '契約書面を受け取った日より利用開始日のほうが遅いときは、利用開始日を1日目とします。'
        : '契約書面を受け取った日を1日目とします。',
      ...initialCancelWords(prices),
    ],
  }
}

function initialCancelWords(prices: PricesOfDay): string[] {
  const cap = priceTaxIncluded(prices.book, rateOf('oneOff.simIssue', prices), prices.on) / 10
  return [
    'この期間は、初期契約解除を申し出て、ご契約を解除できます。申し出は、マイページの「初期契約解除」で送信したときに、または書面を発したとき（郵便は消印の日）に効力が生じます。',
    `書面の送り先：${brand.address} ${brand.company}。氏名、住所、電話番号と、契約を解除する旨を書いてください。`,
    `お支払いいただくのは、契約に要した費用（回線の数にかかわらず、ご契約全体で${formatYen(cap)}（税込）まで）と、解除までにご利用になった分の料金だけです。損害賠償や違約金は請求しません。これを超えて受け取った金額は、お返しします。`,
    '端末の購入は、初期契約解除の対象になりません。電話番号は失われます。番号を残すときは、先にMNP転出を済ませてください。',
    '当社が事実と異なることを告げたために期間内に解除できなかったときは、正しい内容の書面をあらためて受け取った日から、同じ日数のあいだ解除できます。',
  ]
}
