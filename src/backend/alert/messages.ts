import { formatDay, formatMoment, shortDay } from '#backend/mail/japanese-date.ts'
import type { MailRing, MemberMessage, MessageFact } from '#backend/mail/member-message.ts'
import { formatVolume } from '#vocabulary/volume.ts'
import { formatYen } from '#vocabulary/yen.ts'
import type { Bytes } from '#domain/bytes.ts'
import type { DueAlert, MonthSoFar } from '#domain/data/alert.ts'
import type { Instant, TokyoDate } from '#domain/tokyo.ts'
import type { WebhookEvent } from '#protocol/webhook-event.ts'
import { pages } from '#vocabulary/pages.ts'

/** A threshold that was reached; its first sentence is what the list of sent alerts shows too. */
export function alertMessage(
  month: {
    contractId: string
    accountId: string
    sofar: MonthSoFar
    /** The base data of the month to come; none where the contract ends before. */
    next: { at: Instant; bytes: Bytes } | undefined
    /** Of the packs on sale, tax included. */
    cheapestYen: number
    /** When it is likely to run out; none where it lasts to month end, or nobody can tell. */
    runsOutOn?: TokyoDate | undefined
  },
  { subject, noticeKey }: DueAlert,
): MemberMessage {
  const { contractId, accountId, sofar, next, cheapestYen, runsOutOn } = month
  const { sentence, link, ...words } = wordsOf(subject, sofar)
  const isShort = subject.unit === 'usedUp' || subject.unit === 'remainingBytes'
  return {
    accountId,
    sourceRef: `${contractId}/${noticeKey}`,
    kind: 'alert',
    event: eventOf(contractId, subject),
    ...words,
    paragraphs: [
      sentence,
      'お知らせの条件は、マイページの「データ残量のお知らせ」で変えられます。',
    ],
    facts: [
      ...factsOf(subject, sofar),
      ...(runsOutOn === undefined
        ? []
        : [{ label: 'なくなる見込み', value: `${formatDay(runsOutOn)}ごろ` }]),
      ...(isShort ? nextFacts(next) : []),
    ],
    pushedDetail: detailOf(subject, runsOutOn),
    link: isShort ? { ...link, label: `${link.label}（${formatYen(cheapestYen)}から）` } : link,
    ring: ringOf(subject, sofar),
  }
}

function eventOf(contractId: string, { unit }: DueAlert['subject']): WebhookEvent {
  return unit === 'chargesYen'
    ? { type: 'cap.near', data: { contractId, of: 'charges', period: 'month' } }
    : { type: 'data.low', data: { contractId, condition: unit } }
}

/** What follows the subject on a lock screen: when it ends, and what a tap shows. */
function detailOf({ unit }: DueAlert['subject'], runsOutOn: TokyoDate | undefined) {
  if (runsOutOn !== undefined)
    return `${shortDay(runsOutOn)}ごろになくなる見込みです。開くと追加の値段が出ます。`
  return unit === 'usedUp' || unit === 'remainingBytes' ? '開くと追加の値段が出ます。' : undefined
}

function factsOf({ unit }: DueAlert['subject'], sofar: MonthSoFar): MessageFact[] {
  const month = `${Number(sofar.month.split('-')[1])}月`
  if (unit === 'chargesYen')
    return [{ label: `${month}の通話・追加の料金`, value: formatYen(sofar.extraChargesYen) }]
  return [{ label: `${month}に使った量`, value: formatVolume(sofar.usedBytes, 'used') }]
}

function nextFacts(next: { at: Instant; bytes: Bytes } | undefined): MessageFact[] {
  if (next === undefined) return []
  const value = `${formatMoment(next.at)}に${formatVolume(next.bytes, 'quota')}`
  return [{ label: '次に入るデータ', value }]
}

function ringOf({ unit }: DueAlert['subject'], sofar: MonthSoFar): MailRing | undefined {
  if (unit === 'chargesYen') return undefined
  const { remainingBytes, usedBytes } = sofar
  const left = formatVolume(remainingBytes, 'residual')
  return {
    drawing: {
      kind: 'residual',
      leftShare: remainingBytes / Math.max(1, remainingBytes + usedBytes),
    },
    words: `残り${left}の輪`,
    figure: `残り ${left}`,
  }
}

export function alertSentence({ subject }: DueAlert, sofar: MonthSoFar): string {
  return wordsOf(subject, sofar).sentence
}

function wordsOf({ unit, value }: DueAlert['subject'], sofar: MonthSoFar) {
  const left = `いまの残りは${formatVolume(sofar.remainingBytes, 'residual')}です。`
  switch (unit) {
    case 'usedUp':
      return {
        subject: 'データを使い切りました',
        sentence:
          '使えるデータがなくなり、低速での通信に切り替わりました。データチャージをすると、すぐに高速に戻ります。',
        link: { label: 'データチャージを開く', path: pages.topUp },
      }
    case 'remainingBytes':
      return {
        subject: 'データ残量が少なくなりました',
        sentence: `データ残量が${formatVolume(value, 'quota')}以下になりました。${left}`,
        link: { label: 'データチャージを開く', path: pages.topUp },
      }
    case 'usedPercent':
      return {
        subject: `データ容量の${value}%を使いました`,
        sentence: `今月使えるデータ容量の${value}%を使いました。${left}`,
        link: { label: 'データ利用状況を開く', path: pages.usage },
      }
    case 'chargesYen':
      return {
        subject: `今月の通話・追加の料金が${formatYen(value)}に達しました`,
        sentence: `今月の通話・SMS・データチャージの料金が${formatYen(value)}に達しました。いまの合計は${formatYen(sofar.extraChargesYen)}です。`,
        link: { label: '通話・SMSの明細を開く', path: pages.call },
      }
  }
}
