import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'

/** Who holds the account: what a parcel is addressed to and an identity document is compared with. */
export type Holder = {
  name: string
  email: string
  birth: string | undefined
  /** Digits. */
  phone: string | undefined
  zipCode: string | undefined
  /** Prefecture to street, in one line. */
  address: string | undefined
  /** Prefecture and municipality; the rest hidden. */
  addressMasked: string
}

const text = z.string().default('')
const profile = z.object({
  name: text,
  email: text,
  firstName: text,
  lastName: text,
  birthYear: text,
  birthMonth: text,
  birthDay: text,
  phone: text,
  zipCode: text,
  region: text,
  locality: text,
  street: text,
})

export async function readHolder(db: Db, sealing: Sealing, accountId: string): Promise<Holder> {
  const row = await db
    .selectFrom('account')
    .select('profile_sealed')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const opened = sealing.open(`account.profile:${accountId}`, row.profile_sealed)
  const known = profile.parse(JSON.parse(opened))
  const address = known.region + known.locality + known.street
  const whole = [
    known.birthYear,
    known.birthMonth.padStart(2, '0'),
    known.birthDay.padStart(2, '0'),
  ]
  const birth = whole.join('-')
  return {
    name: [known.lastName, known.firstName].filter(Boolean).join(' ') || known.name,
    email: known.email,
    birth: z.iso.date().safeParse(birth).data,
    phone: known.phone || undefined,
    zipCode: known.zipCode || undefined,
    address: address || undefined,
    addressMasked: address ? `${known.region}${known.locality}＊＊＊` : '',
  }
}
