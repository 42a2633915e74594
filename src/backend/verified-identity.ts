import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { anyOfMany, columnsOf, findRow, upsertRow } from '#backend/db/rows.ts'
import { readHolder, readHolders } from '#backend/holder.ts'
import type { Instant, TokyoDate } from '#domain/tokyo.ts'

/** What a document is compared with; kana is on none and goes along. */
export const comparedSchema = z.object({
  name: z.string(),
  kana: z.string(),
  birth: z.string(),
  address: z.string(),
})
export type Compared = z.output<typeof comparedSchema>

export type VerifiedIdentity = Compared & { verifiedOn: TokyoDate }

export const verifiedIdentityAad = (accountId: string) => `verified_identity.identity:${accountId}`

/** The contract holder as last verified by a document; the profile is the member's own word and may say otherwise. */
export async function readVerifiedIdentity(
  db: Db,
  sealing: Sealing,
  accountId: string,
): Promise<VerifiedIdentity | undefined> {
  const row = await findRow(
    db,
    'verified_identity',
    { account_id: accountId },
    'identity_sealed',
    'verified_on',
  )
  if (row === undefined) return matchedBefore(db, sealing, accountId)
  return {
    ...openCompared(sealing, accountId, row.identity_sealed),
    verifiedOn: row.verified_on,
  }
}

const openCompared = (sealing: Sealing, accountId: string, sealed: string): Compared =>
  comparedSchema.parse(JSON.parse(sealing.open(verifiedIdentityAad(accountId), sealed)))

/** A check that matched before verified identities were kept: the profile could not be changed then. */
async function matchedBefore(db: Db, sealing: Sealing, accountId: string) {
  const check = await db
    .selectFrom('identity_check')
    .select('verified_on')
    .where('account_id', '=', accountId)
    .where('state', '=', 'matched')
    .where('verified_on', 'is not', null)
    .orderBy('verified_on', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (check?.verified_on == null) return undefined
  const { name, kana, birth = '', address = '' } = await readHolder(db, sealing, accountId)
  return { name, kana, birth, address, verifiedOn: check.verified_on }
}

export async function saveVerifiedIdentity(
  tx: Db,
  sealing: Sealing,
  of: { accountId: string; compared: Compared; verifiedOn: TokyoDate },
  now: Instant,
) {
  const { accountId, compared, verifiedOn } = of
  const record = {
    identity_sealed: sealing.seal(verifiedIdentityAad(accountId), JSON.stringify(compared)),
    // Of the version before; how it was verified is in the record of the check (`identity_record`).
    method: '',
    verified_on: verifiedOn,
    verified_at: now,
  }
  await upsertRow(tx, 'verified_identity', { account_id: accountId }, record)
}

/** Whom contract papers name: the verified holder; one who needed no check is named as registered. */
export async function readContractHolderName(
  db: Db,
  sealing: Sealing,
  accountId: string,
): Promise<string> {
  const verified = await readVerifiedIdentity(db, sealing, accountId)
  return verified?.name ?? (await readHolder(db, sealing, accountId)).name
}

/** The same of many, by account. */
export async function readContractHolderNames(
  db: Db,
  sealing: Sealing,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const [holders, verified] = await Promise.all([
    readHolders(db, sealing, accountIds),
    columnsOf(db, 'verified_identity', ['account_id', 'identity_sealed'], {
      account_id: anyOfMany(accountIds),
    }),
  ])
  return new Map([
    ...[...holders].map(([accountId, { name }]): [string, string] => [accountId, name]),
    ...verified.map(({ account_id: accountId, identity_sealed: sealed }): [string, string] => [
      accountId,
      openCompared(sealing, accountId, sealed).name,
    ]),
  ])
}
