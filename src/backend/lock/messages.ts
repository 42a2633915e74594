import { formatMoment } from '#backend/mail/japanese-date.ts'
import { ifUnexpected, type MemberMessage } from '#backend/mail/member-message.ts'
import type { Lock, LockStep } from '#domain/lock/lock.ts'
import { lockLabels, type LockWait } from '#vocabulary/lock.ts'
import { pages } from '#vocabulary/pages.ts'

export const waitWords = (hours: LockWait) => (hours === 0 ? 'なし' : `${hours}時間`)

/** Sent to every contact (except for `set`), so that whoever set a lock notices when somebody else lifts it. */
export function lockMessage(
  { accountId, contractId }: { accountId: string; contractId: string },
  { event, lock }: LockStep,
  version: number,
): MemberMessage {
  const name = lockLabels[lock.kind]
  return {
    accountId,
    sourceRef: `lock/${contractId}/${lock.kind}/${version}`,
    kind: 'security',
    isToAllContacts: event !== 'set',
    ...wordsOf(event, lock, name),
    facts: [
      { label: 'ロック', value: name },
      ...(lock.state === 'off'
        ? []
        : [{ label: '解除の待ち時間', value: waitWords(lock.waitHours) }]),
    ],
    link: { label: 'ロックの画面を開く', path: pages.lock },
  }
}

function wordsOf(
  event: LockStep['event'],
  { liftsAt, shorter, waitHours }: Lock,
  name: string,
): Pick<MemberMessage, 'subject' | 'paragraphs'> {
  switch (event) {
    case 'set':
      return {
        subject: `${name}を設定しました`,
        paragraphs: [
          'ロックは、いまから効いています。すでに受け付けたお手続きは、そのまま進みます。',
          ifUnexpected,
        ],
      }
    case 'lift_asked':
      return {
        subject: `${name}の解除を受け付けました`,
        paragraphs: [
          `${liftsAt ? formatMoment(liftsAt) : ''}にロックが外れます。それまでは、マイページの「ロック」で解除を取り消せます。`,
          'お心当たりがないときは、すぐに解除を取り消し、パスワードを変えてください。',
        ],
      }
    case 'lift_stopped':
      return {
        subject: `${name}の解除を取り消しました`,
        paragraphs: ['ロックは、これまでどおり効いています。', ifUnexpected],
      }
    case 'lifted':
      return {
        subject: `${name}を解除しました`,
        paragraphs: [
          'ロックは外れています。マイページの「ロック」で、いつでも設定し直せます。',
          ifUnexpected,
        ],
      }
    case 'wait_changed':
      return {
        subject: `${name}の待ち時間を変えました`,
        paragraphs: [
          shorter === undefined
            ? `解除の待ち時間を${waitWords(waitHours)}にしました。いまから効いています。`
            : `解除の待ち時間を${waitWords(shorter.waitHours)}にします。${formatMoment(shorter.from)}から効きます。それまでは、いまの待ち時間のままです。`,
          ifUnexpected,
        ],
      }
  }
}
