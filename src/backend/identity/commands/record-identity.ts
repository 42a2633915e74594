import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readHolder } from '#backend/holder.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import { readVerifiedIdentity, saveVerifiedIdentity } from '#backend/verified-identity.ts'
import type { Evidence } from '#domain/identity/methods.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { openCompared, type CheckRow } from '../rows/checks.ts'
import { insertRecord, type CheckedBy } from '../rows/records.ts'

/**
 * Writes the record of a check that was passed, and whom the holder is verified as: what was compared, since the profile may
 * have changed while the card was read.
 */
export async function recordIdentity(
  tx: Db,
  sealing: Sealing,
  {
    row,
    evidence,
    checkedBy,
  }: { row: CheckRow; evidence: Evidence | undefined; checkedBy: CheckedBy },
  now: Instant,
) {
  const { account_id: accountId, check_id: checkId } = row
  const {
    name,
    kana,
    birth = '',
    address = '',
  } = openCompared(sealing, row) ?? (await readHolder(tx, sealing, accountId))
  const compared = { name, kana, birth, address }
  const verifiedOn = row.verified_on ?? toTokyoDate(now)
  await saveVerifiedIdentity(tx, sealing, { accountId, compared, verifiedOn }, now)
  const method = evidence?.method ?? 'not_recorded'
  const recorded = { evidence, method, checkedBy, verifiedOn, recordedAt: now }
  await insertRecord(tx, sealing, { accountId, checkId, compared, ...recorded })
}

const ROUND = 500

/**
 * Hourly: records of checks that a version before has passed. What it did not ask for is not recorded: the document, and the
 * name of who approved by hand.
 */
export async function completeRecords(
  deps: Pick<AreaDeps, 'database' | 'log'> & { readonly sealing: Sealing },
) {
  const { database, sealing, log } = deps
  for (let after = ''; ;) {
    const checks = await findUnrecorded(database.db, after)
    for (const { by_hand: byHand, ...row } of checks)
      await isolated(log, { checkId: row.check_id }, 'identity not recorded', () =>
        database.db.transaction().execute((tx) => recordFormer(tx, sealing, row, byHand)),
      )
    const last = checks.at(-1)
    if (last === undefined || checks.length < ROUND) return
    after = last.check_id
  }
}

async function recordFormer(tx: Db, sealing: Sealing, row: CheckRow, byHand: boolean) {
  const { account_id: accountId, check_id: checkId } = row
  const { name, kana, birth, address } =
    openCompared(sealing, row) ??
    (await readVerifiedIdentity(tx, sealing, accountId)) ??
    (await readHolder(tx, sealing, accountId))
  await insertRecord(tx, sealing, {
    accountId,
    checkId,
    compared: { name, kana, birth: birth ?? '', address: address ?? '' },
    evidence: undefined,
    method: byHand ? 'not_recorded' : 'ic_chip',
    checkedBy: { by: byHand ? 'staff' : 'chip' },
    verifiedOn: row.verified_on ?? toTokyoDate(row.changed_at),
    recordedAt: row.changed_at,
  })
}

const findUnrecorded = (db: Db, after: string) =>
  db
    .selectFrom('identity_check as c')
    .leftJoin('identity_record as r', 'r.check_id', 'c.check_id')
    .selectAll('c')
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('identity_decision as d')
            .select('d.check_id')
            .whereRef('d.check_id', '=', 'c.check_id')
            .where('d.decision', '=', 'approved')
            .where('d.carried_out_at', 'is not', null),
        )
        .as('by_hand'),
    )
    .where('c.state', '=', 'matched')
    .where('r.check_id', 'is', null)
    .where('c.check_id', '>', after)
    .orderBy('c.check_id')
    .limit(ROUND)
    .$castTo<CheckRow & { by_hand: boolean }>()
    .execute()
