import type { Db } from '#backend/db/connect.ts'
import { findRow, getRow, rowsOf } from '#backend/db/rows.ts'
import { hashSecret } from '#backend/db/ids.ts'
import { notFound } from '#backend/refusal.ts'
import { waitingHolds } from '#domain/hold/hold-states.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import { deviceWords } from '#backend/login/device-words.ts'
import type { HoldRow } from './holds.ts'
import { labelOf } from './words.ts'

/** @throws RefusalError NOT_FOUND for a link that is none of ours */
export function findHoldByLink(db: Db, secret: string): Promise<HoldRow> {
  return getRow(db, 'hold', { stop_hash: hashSecret(secret) }, notFound)
}

/** @throws RefusalError NOT_FOUND also for another account's */
export function findOwnHold(db: Db, accountId: string, holdNo: string): Promise<HoldRow> {
  return getRow(db, 'hold', { account_id: accountId, hold_no: holdNo }, notFound)
}

/** What is on hold now. */
export async function listHolds(db: Db, accountId: string) {
  const rows = await rowsOf(db, 'hold', { account_id: accountId }, 'until')
  const waiting = rows.filter(({ state }) => waitingHolds.some((one) => one === state))
  return Promise.all(waiting.map((row) => toWireHold(db, row)))
}

export async function toWireHold(db: Db, row: HoldRow) {
  const session = await findRow(db, 'session', { session_hash: row.session_hash }, 'user_agent')
  return {
    holdNo: row.hold_no,
    operation: row.operation,
    label: labelOf(row.operation),
    state: row.state,
    device: row.case_no === null ? deviceWords(session?.user_agent ?? '') : '当社の担当者（代理）',
    ...(row.case_no !== null && { caseNo: row.case_no }),
    heldAt: formatRfc3339(row.held_at),
    until: formatRfc3339(row.until),
  }
}
