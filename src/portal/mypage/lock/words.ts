import type { Result } from '#protocol/endpoint.ts'
import type { lockApi } from '#protocol/lock.ts'
import type { LockKind, LockWait } from '#vocabulary/lock.ts'

export type Locks = Result<typeof lockApi.lockGet>
export type OneLock = Locks['locks'][number]

export const waitWords = (hours: LockWait) => (hours === 0 ? '待たない' : `${hours}時間`)

/** What it guards, and what it leaves alone. */
export const guards: Readonly<Record<LockKind, string>> = {
  numberTransfer:
    '電話番号をほかの会社へ移す手続き（MNP予約番号の発行、ワンストップの転出）を、受け付けません。',
  simChange: 'SIMの追加、サイズ変更・再発行、種別の変更を、受け付けません。',
  topUp: 'データチャージを、手動でも自動でも受け付けません。',
}

export const stillUnderWay: Partial<Record<LockKind, string>> = {
  numberTransfer: 'すでに発行したMNP予約番号は、ロックしても使えます。',
  simChange: 'すでに受け付けたSIMの手続きは、ロックしても進みます。',
}
