import type { AreaDeps, IdentityListener } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { refusalReason, type FindSubject } from '#backend/identity/public.ts'
import type { createDecide } from './decide.ts'
import { answersOf, type ApplicationRow } from './rows.ts'

/** The application a check is for; one that was let go meanwhile has none. */
async function findByCheck(db: Db, ref: string, { lock = false } = {}) {
  const rows = db.selectFrom('application').selectAll().where('identity_ref', '=', ref)
  return (lock ? rows.forUpdate() : rows).executeTakeFirst()
}

const mayBeChecked = ({ state }: ApplicationRow) => state === 'open' || state === 'in_review'

/** What the document of an applicant is compared with: what was typed here, as the account knows nothing of it yet. */
export function createSubjects({ sealing }: Pick<AreaDeps, 'sealing'>): FindSubject {
  return async (db, accountId, orderNo) => {
    const row = await findByCheck(db, orderNo)
    if (row?.account_id !== accountId) return undefined
    const { holder } = answersOf(sealing, row)
    if (holder === undefined) return undefined
    return {
      name: `${holder.lastName} ${holder.firstName}`,
      kana: `${holder.lastNameKana} ${holder.firstNameKana}`,
      birth: holder.birth,
      address: holder.region + holder.locality + holder.street,
      isOver: !mayBeChecked(row),
    }
  }
}

/** A check that staff had to look at has come to an end, and with it what the application waited for. */
export function createIdentityResult(decide: ReturnType<typeof createDecide>): IdentityListener {
  return async (tx, { accountId, orderNo: ref, state }, now) => {
    const row = await findByCheck(tx, ref, { lock: true })
    if (row?.state !== 'in_review' || row.doubt !== 'identity') return
    if (state === 'matched') await decide(tx, row, { decision: 'accept' }, now)
    if (state !== 'mismatch') return
    const reason = (await refusalReason(tx, accountId, ref)) ?? '本人確認ができませんでした。'
    await decide(tx, row, { decision: 'reject', reason }, now)
  }
}
