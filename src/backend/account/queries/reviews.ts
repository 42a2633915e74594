import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { holderOf, readProfile } from '#backend/holder.ts'
import { fieldLabels, listReviews, openCompared } from '#backend/identity/public.ts'
import type { Instant } from '#domain/tokyo.ts'
import { operationLabels, orderProcedures } from '#vocabulary/operation.ts'
import { findEdit, openChanges } from '../rows.ts'
import { whatChanges } from './edit-changes.ts'

/** The checks that wait for staff; of the person only the first letters of the name. */
export async function readReviews(db: Db, sealing: Sealing, now: Instant) {
  const rows = await listReviews(db)
  return Promise.all(
    rows.map(async (row) => {
      const { compared, changes } = await subjectOf(db, sealing, row)
      const operation = orderProcedures.find((name) => name === row.procedure)
      return {
        checkId: row.check_id,
        orderNo: row.order_no,
        kind: changes
          ? `登録情報の変更（${whatChanges(changes)}）`
          : operation && operationLabels[operation],
        nameMasked: maskName(compared.name),
        daysWaiting: Math.floor(now.since(row.changed_at).total('days')),
        readings: row.attempts,
        /** What the reader said differs, or what is not registered. */
        differing: (row.failure ?? missingOf(compared)).map((field) => fieldLabels[field] ?? field),
        /** What staff asked for before. */
        asked: row.asked,
        decision: row.decision,
      }
    }),
  )
}

/** The values that the member's documents must show. @throws RangeError for a check that does not wait for staff */
export async function readReview(db: Db, sealing: Sealing, checkId: string) {
  const [row] = await listReviews(db, checkId)
  if (row === undefined) throw new RangeError(`No check ${checkId} waits for staff`)
  const { compared } = await subjectOf(db, sealing, row)
  return { accountId: row.account_id, orderNo: row.order_no, compared }
}

type Review = Awaited<ReturnType<typeof listReviews>>[number]

/**
 * The values to compare: those that the reader compared (an application's are not the account's, nor are the heir's). Before
 * the first reading those of the change, else the registered ones.
 */
async function subjectOf(db: Db, sealing: Sealing, row: Review) {
  const { account_id: accountId, order_no: orderNo } = row
  const edit = await findEdit(db, accountId, orderNo)
  const changes = edit && openChanges(sealing, edit)
  const known = openCompared(sealing, row)
  if (known !== undefined) return { compared: known, changes }
  const profile = await readProfile(db, sealing, accountId)
  const { name, kana, birth, address } = holderOf({ ...profile, ...changes?.after })
  return { compared: { name, kana, birth, address }, changes }
}

type Subject = Awaited<ReturnType<typeof subjectOf>>['compared']

function missingOf({ name, birth, address }: Subject): string[] {
  const needed = { name: name || undefined, birth, address }
  return Object.entries(needed).flatMap(([field, value]) => (value === undefined ? [field] : []))
}

/** `髙＊ 花＊` */
const maskName = (name: string) =>
  name
    .split(' ')
    .map((part) => `${[...part][0] ?? ''}＊`)
    .join(' ')
