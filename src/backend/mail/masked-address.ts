import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readHolder } from '#backend/holder.ts'

/** Where mail to the account goes, as it may be shown. */
export async function readMaskedAddress(db: Db, sealing: Sealing, accountId: string) {
  return maskAddress((await readHolder(db, sealing, accountId)).email)
}

/**
 * Two addresses of a change beside each other: as many first letters as it takes to tell them apart, and never all of
 * the name before the @.
 */
export function masksApart(one: string, other: string): readonly [string, string] {
  const most = Math.max(one.lastIndexOf('@'), other.lastIndexOf('@')) - 1
  for (let letters = 1; letters <= most; letters += 1) {
    const masks = [maskAddress(one, letters), maskAddress(other, letters)] as const
    if (masks[0] !== masks[1]) return masks
  }
  return [maskAddress(one), maskAddress(other)]
}

/** `s***@example.jp` */
export function maskAddress(address: string, letters = 1): string {
  const at = address.lastIndexOf('@')
  const shown = Math.max(1, Math.min(letters, at - 1))
  return at < 1 ? '***' : `${address.slice(0, shown)}***${address.slice(at)}`
}
