import { addressChangedAt } from '#backend/account/public.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readHolder } from '#backend/holder.ts'
import type { LetterPort } from '#backend/ports/letter.ts'
import {
  addressRestsSince,
  decideLetter,
  lettersCountSince,
} from '#domain/phone-move/proof-letter.ts'
import type { Instant } from '#domain/tokyo.ts'

type Of = { readonly accountId: string; readonly contractId: string; readonly now: Instant }

/** Whether a letter may be asked for now, and where it would go. */
export async function mayAskLetter(
  db: Db,
  { sealing, letters }: { readonly sealing: Sealing; readonly letters: LetterPort | undefined },
  { accountId, contractId, now }: Of,
) {
  const {
    name,
    zipCode = '',
    address = '',
    addressMasked,
  } = await readHolder(db, sealing, accountId)
  const decided = decideLetter(
    {
      isOffered: letters !== undefined,
      hasAddress: name !== '' && address !== '' && /^\d{7}$/.test(zipCode),
      addressChangedAt: await addressChangedAt(db, sealing, accountId, addressRestsSince(now)),
      askedAt: await findAsked(db, contractId, lettersCountSince(now)),
    },
    now,
  )
  return { decided, to: { name, zipCode, address }, sentTo: addressMasked }
}

/** When the letters of a contract were asked for, whatever became of them. */
async function findAsked(db: Db, contractId: string, since: Instant): Promise<readonly Instant[]> {
  const rows = await db
    .selectFrom('procedure_order')
    .select('requested_at')
    .where('contract_id', '=', contractId)
    .where('procedure', '=', 'phoneMove')
    .where((eb) => eb(eb.ref('details', '->>').key('proof'), '=', 'letter'))
    .where('requested_at', '>', since)
    .execute()
  return rows.map(({ requested_at: at }) => at)
}
