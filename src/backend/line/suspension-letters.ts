import type { LineRow } from '#backend/contract/contracts.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { formatMoment } from '#backend/mail/japanese-date.ts'
import type { Letter } from '#backend/mail/outbox.ts'
import { lineWords } from './words.ts'

type Told = {
  accountId: string
  line: LineRow
  sealing: Sealing
  exchangeId: string
  now: Temporal.Instant
}

/** Sent whenever a line is stopped or resumed, so that a stranger's doing does not go unseen. */
export function suspensionLetter(told: Told & { done: 'suspended' | 'resumed' }): Letter {
  const { accountId, line, sealing, done, exchangeId, now } = told
  const name = lineWords(line, sealing)
  const [subject, text] =
    done === 'suspended'
      ? [
          '回線の利用を止めました',
          `${name}を、紛失・盗難のお申し出により止めました（${formatMoment(now)}）。通話・SMS・データ通信はできません。見つかったら、マイページからすぐに再開できます。止めているあいだも基本料金はかかります。`,
        ]
      : [
          '回線の利用を再開しました',
          `${name}の利用を再開しました（${formatMoment(now)}）。お心当たりがないときは、マイページで回線を止めてから、お問い合わせください。`,
        ]
  return {
    accountId,
    sourceRef: `line-suspension/${exchangeId}`,
    kind: 'security',
    subject,
    text,
    href: `/mypage/line/${line.line_id}.html`,
  }
}

/** Sent when the carrier refuses what we had already told the member. */
export function suspensionFailedLetter(told: Told & { wanted: 'suspend' | 'resume' }): Letter {
  const { accountId, line, sealing, wanted, exchangeId } = told
  const name = lineWords(line, sealing)
  const verb = wanted === 'suspend' ? '止めよう' : '再開しよう'
  return {
    accountId,
    sourceRef: `line-suspension-failed/${exchangeId}`,
    kind: 'security',
    subject: `回線を${wanted === 'suspend' ? '止められ' : '再開でき'}ませんでした`,
    text: `${name}を${verb}としましたが、回線の設備で受け付けられませんでした。マイページで回線の状態を確かめて、もう一度お試しください。うまくいかないときは、お問い合わせください。`,
    href: `/mypage/line/${line.line_id}.html`,
  }
}
