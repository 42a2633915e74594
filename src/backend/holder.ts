import { z } from 'zod'
import { dropContactIndexes } from '#backend/contract/holder-indexes.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { anyOfMany, columnsOf, deleteRows, findRow, updateRows } from '#backend/db/rows.ts'

/** Who holds the account: what a parcel is addressed to and an identity document is compared with. */
export type Holder = {
  name: string
  kana: string
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
  firstNameKana: text,
  lastNameKana: text,
  gender: text,
  phone: text,
  zipCode: text,
  region: text,
  locality: text,
  street: text,
})

/** What the account holder has entered; a field it has not is empty. */
export type Profile = z.output<typeof profile>

export const loginNameAad = (accountId: string) => `account.login_name:${accountId}`
export const profileAad = (accountId: string) => `account.profile:${accountId}`

export async function readProfile(db: Db, sealing: Sealing, accountId: string): Promise<Profile> {
  const row = await db
    .selectFrom('account')
    .select('profile_sealed')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return openProfile(sealing, accountId, row.profile_sealed)
}

const openProfile = (sealing: Sealing, accountId: string, sealed: string): Profile =>
  profile.parse(JSON.parse(sealing.open(profileAad(accountId), sealed)))

/**
 * With the index by which an account is found by its mail address; by what a holder who has moved is found, the worker
 * finds out anew.
 */
export async function writeProfile(db: Db, sealing: Sealing, accountId: string, known: Profile) {
  await updateRows(
    db,
    'account',
    { account_id: accountId },
    {
      profile_sealed: sealing.seal(profileAad(accountId), JSON.stringify(known)),
      email_index: sealing.index('email', known.email),
    },
  )
  await dropContactIndexes(db, accountId)
}

export async function readHolder(db: Db, sealing: Sealing, accountId: string): Promise<Holder> {
  return holderOf(await readProfile(db, sealing, accountId))
}

/** The same of many, by account. */
export async function readHolders(
  db: Db,
  sealing: Sealing,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, Holder>> {
  const rows = await columnsOf(db, 'account', ['account_id', 'profile_sealed'], {
    account_id: anyOfMany(accountIds),
  })
  return new Map(
    rows.map(({ account_id, profile_sealed }) => [
      account_id,
      holderOf(openProfile(sealing, account_id, profile_sealed)),
    ]),
  )
}

export function holderOf(known: Profile): Holder {
  const address = known.region + known.locality + known.street
  const whole = [
    known.birthYear,
    known.birthMonth.padStart(2, '0'),
    known.birthDay.padStart(2, '0'),
  ]
  const birth = whole.join('-')
  return {
    name: [known.lastName, known.firstName].filter(Boolean).join(' ') || known.name,
    kana: [known.lastNameKana, known.firstNameKana].filter(Boolean).join(' '),
    email: known.email,
    birth: z.iso.date().safeParse(birth).data,
    phone: known.phone || undefined,
    zipCode: known.zipCode || undefined,
    address: address || undefined,
    addressMasked: address ? `${known.region}${known.locality}＊＊＊` : '',
  }
}

/** The account of who logs in, made at the first login. @returns its id */
export async function findOrCreateAccount(
  db: Db,
  sealing: Sealing,
  identity: { subject: string; loginName: string; name: string; email: string; staff: boolean },
  now: Temporal.Instant,
): Promise<string> {
  const known = await findRow(db, 'account', { subject: identity.subject }, 'account_id', 'staff')
  if (known) {
    // What the provider says at this login counts: a right that was taken back is taken back here.
    if (known.staff !== identity.staff)
      await updateRows(db, 'account', { account_id: known.account_id }, { staff: identity.staff })
    return known.account_id
  }
  const accountId = newId('acc')
  const profile = { name: identity.name, email: identity.email }
  const created = await db
    .insertInto('account')
    .values({
      account_id: accountId,
      subject: identity.subject,
      login_name_sealed: sealing.seal(loginNameAad(accountId), identity.loginName),
      profile_sealed: sealing.seal(profileAad(accountId), JSON.stringify(profile)),
      email_index: sealing.index('email', identity.email),
      staff: identity.staff,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ staff: identity.staff }))
    .returning('account_id')
    .executeTakeFirstOrThrow()
  return created.account_id
}

/**
 * Deletes the account's row; where a law still keeps rows of it, the row stays without anybody's name. Who logs in at the
 * provider again gets a new account.
 */
export async function deleteAccount(
  tx: Db,
  sealing: Sealing,
  accountId: string,
  isStillReferred: boolean,
): Promise<void> {
  if (!isStillReferred) {
    await deleteRows(tx, 'account', { account_id: accountId })
    return
  }
  await updateRows(
    tx,
    'account',
    { account_id: accountId },
    {
      subject: `let-go ${accountId}`,
      login_name_sealed: sealing.seal(loginNameAad(accountId), ''),
      profile_sealed: sealing.seal(profileAad(accountId), '{}'),
      email_index: '',
    },
  )
}
