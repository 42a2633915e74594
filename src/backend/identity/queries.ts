import { comparedFields } from '#vocabulary/identity.ts'
import type { Db } from '#backend/db/connect.ts'
import { identityStates, type IdentityState } from '#domain/identity/identity-states.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import { findCheckOfOrder, type CheckRow } from './rows/checks.ts'

/** Ours: readings a member may begin for one order before somebody looks at it. */
export const MAX_ATTEMPTS = 3

/** A field that the reader names; one that it names by another word stays as it is. */
export const fieldLabels: Readonly<Record<string, string>> = comparedFields

/** The reader's word for a document that was read and is not valid any more: no failing of the applicant's. */
const CERTIFICATE = 'certificate'
export const isOutOfDate = ({ state, failure }: Pick<CheckRow, 'state' | 'failure'>) =>
  state === 'expired' && failure?.includes(CERTIFICATE) === true

const outOfDate = {
  label: '証明書の期限切れ',
  sentence:
    '書類の電子証明書の有効期限が切れています。マイナンバーカードの電子証明書は、お住まいの市区町村の窓口で更新できます。有効期限内のほかの書類でも確認できます。',
}

/** In these a session at the reader may still be used; afterwards its time limit says nothing. */
const ofSession: readonly IdentityState[] = ['waiting', 'reading', 'unreadable']

/** In these a document can be shown. */
const readable: readonly IdentityState[] = [...ofSession, 'mismatch', 'expired']

/** Wire IdentityCheck; for an order that needs none, without a row. */
export function toWireCheck(row: CheckRow | undefined) {
  const known = row?.state ?? 'not_required'
  const state = identityStates.isState(known) ? known : 'waiting'
  const { label, sentence } =
    row !== undefined && isOutOfDate(row) ? outOfDate : identityStates.words(state)
  const differing = (row?.failure ?? []).map((field) => fieldLabels[field] ?? field)
  const message =
    state === 'mismatch' && differing.length > 0
      ? `${sentence}一致しなかった項目：${differing.join('、')}`
      : sentence
  return {
    state,
    stateLabel: label,
    message,
    ...(row?.expires_at && ofSession.includes(state)
      ? { expiresAt: formatRfc3339(row.expires_at) }
      : {}),
    ...(row?.asked && readable.includes(state) ? { asked: row.asked } : {}),
    attemptsLeft: row === undefined ? undefined : Math.max(0, MAX_ATTEMPTS - row.attempts),
  }
}

/** Wire IdentityCheck of the check an order waits for. */
export const checkOfOrder = async (db: Db, accountId: string, orderNo: string) =>
  toWireCheck(await findCheckOfOrder(db, accountId, orderNo))

/** Checks that were handed to staff (or the one), the oldest first. A decision that stands in the row waits for the worker. */
export function listReviews(db: Db, checkId?: string) {
  const reviews = db
    .selectFrom('identity_check as c')
    .leftJoin('identity_decision as d', (join) =>
      join.onRef('d.check_id', '=', 'c.check_id').on('d.carried_out_at', 'is', null),
    )
    .leftJoin('procedure_order as o', (join) =>
      join.onRef('o.contract_id', '=', 'c.contract_id').onRef('o.order_no', '=', 'c.order_no'),
    )
    .select(['c.account_id', 'c.check_id', 'c.order_no', 'c.attempts', 'c.changed_at'])
    .select(['c.failure', 'c.asked', 'c.expected_sealed', 'd.decision', 'o.procedure'])
    .where('c.state', '=', 'manual')
    .orderBy('c.changed_at')
  return (checkId === undefined ? reviews : reviews.where('c.check_id', '=', checkId)).execute()
}

/** Why staff refused what an order waited for, in the member's words. */
export async function refusalReason(db: Db, accountId: string, orderNo: string) {
  const row = await db
    .selectFrom('identity_check as c')
    .innerJoin('identity_decision as d', 'd.check_id', 'c.check_id')
    .select('d.reason')
    .where('c.account_id', '=', accountId)
    .where('c.order_no', '=', orderNo)
    .where('d.decision', '=', 'refused')
    .executeTakeFirst()
  return row?.reason ?? undefined
}

/** Whether what the check is for belongs to another session than this one. */
export const isOfOtherSession = (
  subject: { readonly onlySession?: string | undefined } | undefined,
  sessionHash: string | undefined,
): boolean => subject?.onlySession !== undefined && subject.onlySession !== sessionHash
