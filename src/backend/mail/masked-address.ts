import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readHolder } from '#backend/holder.ts'

/** Where mail to the account goes, as it may be shown. */
export async function readMaskedAddress(db: Db, sealing: Sealing, accountId: string) {
  return maskAddress((await readHolder(db, sealing, accountId)).email)
}

/** `s***@example.jp` */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '***' : `${address.slice(0, 1)}***${address.slice(at)}`
}
