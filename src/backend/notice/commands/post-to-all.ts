import { sql } from 'kysely'
import { z } from 'zod'
import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import { inRounds, type Round } from '#backend/db/in-rounds.ts'
import { findRow, insertRow, updateRows } from '#backend/db/rows.ts'
import { defineJob, type JobQueue } from '#backend/jobs/queue.ts'
import { notifyMember, recordNote, type Acting } from '#backend/step/record-change.ts'
import type { HouseNoticeKind } from '#vocabulary/notice.ts'
import { houseNoticeMessage } from '../messages.ts'

/** Members of one transaction. */
const MEMBERS_A_ROUND = 50

export const postToAllJob = defineJob({
  name: 'house-notice',
  payload: z.object({ noticeNo: z.string() }),
  retryLimit: 20,
  retryDelaySeconds: 30,
})

/** Writes down what the house tells all members; the worker sends it. @returns its number */
export async function postToAll(
  tx: Db,
  { queue }: { readonly queue: JobQueue },
  who: Acting,
  notice: { readonly kind: HouseNoticeKind; readonly subject: string; readonly body: string },
): Promise<string> {
  const noticeNo = newId('hn')
  await insertRow(tx, 'house_notice', {
    ...notice,
    notice_no: noticeNo,
    posted_at: who.now,
    done_at: null,
  })
  await recordNote(tx, who, {
    action: 'house-notice-posted',
    target: noticeNo,
    details: { subject: notice.subject },
  })
  await queue.send(tx, postToAllJob, { noticeNo })
  return noticeNo
}

/**
 * Notifies every member in service. Repeating it, or continuing it after the worker was killed, notifies
 * nobody twice: the outbox knows the notice.
 */
export async function sendToAll(
  deps: Pick<AreaDeps, 'database' | 'outbox' | 'clock'>,
  noticeNo: string,
): Promise<void> {
  const { db } = deps.database
  const row = await findRow(db, 'house_notice', { notice_no: noticeNo })
  if (row === undefined || row.done_at !== null) return
  const rounds = inRounds(
    MEMBERS_A_ROUND,
    (round) => livingContracts(db, round),
    (contract) => contract.contract_id,
  )
  for await (const round of rounds)
    await db.transaction().execute((tx) =>
      notifyMember(
        tx,
        deps,
        round.map(({ account_id }) => houseNoticeMessage(account_id, { ...row, noticeNo })),
        deps.clock.now(),
      ),
    )
  await updateRows(db, 'house_notice', { notice_no: noticeNo }, { done_at: deps.clock.now() })
}

async function livingContracts(db: Db, { after, limit }: Round) {
  const { rows } = await sql<{ contract_id: string; account_id: string }>`
    select contract_id, account_id from contract
    where status in ('active', 'suspended', 'cancel_reserved') and contract_id > ${after}
    order by contract_id limit ${limit}`.execute(db)
  return rows
}
