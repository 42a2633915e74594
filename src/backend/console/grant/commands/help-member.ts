import type { By, Who } from '#backend/contract/who.ts'
import { suspendLost } from '#backend/line/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { endEveryLogin } from '#backend/notice/public.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { notFound, RefusalError } from '#backend/refusal.ts'
import type { Instant } from '#domain/tokyo.ts'
import { factsOf, requireSomeProof } from '../queries/facts.ts'
import { numberIndex } from '../queries/own-numbers.ts'
import { lockGrant, prolong, type GrantRow, type Reading } from '../rows/grants.ts'

/** The member as staff act for: the rules are the member's, the record says who pressed. */
const whoFor = (
  { account_id, ticket_no }: GrantRow,
  contractId: string,
  reading: Reading,
): Who => ({
  ...bySomebody(reading),
  contractId,
  accountId: account_id,
  caseNo: ticket_no,
})

const bySomebody = ({ staff, now, traceKey }: Reading): Omit<By, 'contractId'> => ({
  actor: 'staff',
  staffId: staff.staffId,
  role: staff.role,
  now,
  ...(traceKey !== undefined && { traceKey }),
})

/**
 * Stops a line that its member reported lost; a weak proof is enough, since the member lifts it again at once.
 * @throws RefusalError GRANT_OVER, CALLER_NOT_PROVED, VALIDATION_FAILED for a number that is none of the contract's, and as
 * the member is refused
 */
export async function stopLostLine(
  tx: Db,
  deps: Pick<ProcedureDeps, 'queue' | 'outbox' | 'sealing' | 'procedures'>,
  reading: Reading,
  which: { readonly lineId?: string | undefined; readonly number?: string | undefined },
): Promise<{ lineId: string; at: string }> {
  const row = await prolong(tx, await lockGrant(tx, reading), reading.now)
  await requireSomeProof(tx, row, reading.now)
  if (row.contract_id === null) throw notFound()
  const lineId = which.lineId ?? (await lineByNumber(tx, deps, row.contract_id, which.number))
  const { at } = await suspendLost(tx, deps, whoFor(row, row.contract_id, reading), lineId)
  return { lineId, at }
}

/** The line whose number the caller says: the desk types it and sees none. @throws RefusalError VALIDATION_FAILED */
async function lineByNumber(
  tx: Db,
  { sealing }: Pick<ProcedureDeps, 'sealing'>,
  contractId: string,
  number: string | undefined,
): Promise<string> {
  const line =
    number === undefined
      ? undefined
      : await tx
          .selectFrom('line')
          .select('line_id')
          .where('contract_id', '=', contractId)
          .where('number_index', '=', numberIndex(sealing, number))
          .where('status', '<>', 'ended')
          .executeTakeFirst()
  if (line !== undefined) return line.line_id
  const sentence =
    number === undefined
      ? '止める回線の電話番号を入力してください。'
      : 'この電話番号の回線は、このご契約にありません。番号を聞き直してください。'
  throw new RefusalError({ code: 'VALIDATION_FAILED', fields: { number: [sentence] } })
}

/**
 * Ends every login of the member, and what programs were given: whoever asks for it by telephone has to be proved by a code.
 * @throws RefusalError GRANT_OVER, CALLER_NOT_PROVED
 */
export async function endMemberLogins(
  tx: Db,
  reading: Reading,
  loginNow: Instant,
): Promise<{ ended: number }> {
  const row = await prolong(tx, await lockGrant(tx, reading), reading.now)
  const { proof } = await factsOf(tx, row, reading.now)
  if (row.reason === 'contact' && proof !== 'strong') throw new RefusalError('CALLER_NOT_PROVED')
  const by = { ...bySomebody(reading), loginNow }
  return { ended: await endEveryLogin(tx, row.account_id, row.ticket_no, by) }
}
