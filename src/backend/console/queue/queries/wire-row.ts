import type { z } from 'zod'
import { namesOfStaff } from '#backend/console/staff/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import { dueGroupOf } from '#domain/console/queue-due.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import type { queueRow } from '#protocol/console/queue.ts'
import { waitingDecisions } from '../rows/decisions.ts'
import type { Item } from './list-items.ts'
import { isSnoozed, refInTicket, type TakenItem } from './taken-items.ts'

export type WireRow = z.input<typeof queueRow>

/** Rows as the console shows them, with what was decided of them and can still be taken back. */
export async function toWireRows(
  db: Db,
  items: readonly Item[],
  taken: readonly TakenItem[],
  { staffId, now }: { readonly staffId: string; readonly now: Instant },
): Promise<WireRow[]> {
  const waiting = await waitingDecisions(db, items)
  const inTickets = new Map(taken.map((one) => [refInTicket(one), one]))
  const names = await namesOfStaff(db, [
    ...waiting.map((decision) => decision.staff_id),
    ...items.flatMap((item) => inTickets.get(refInTicket(item))?.staffId ?? []),
  ])
  const colleague = (id: string) => ({ staffId: id, name: names.get(id) ?? '' })
  return items.map((item) => {
    const decision = waiting.find((one) => one.item === item.item && one.ref === item.ref)
    const ticket = inTickets.get(refInTicket(item))
    return {
      queue: item.kind.queue,
      item: item.kind.name,
      ref: item.ref,
      since: formatRfc3339(item.since),
      due: formatRfc3339(item.due),
      dueBy: item.dueBy,
      group: dueGroupOf(item.due, now),
      ifLeft: item.kind.ifLeft,
      facts: knownFacts(item.facts),
      ...(item.account_id !== null && { accountId: item.account_id }),
      ...(item.contract_id !== null && { contractId: item.contract_id }),
      ...(ticket && { ticketNo: ticket.ticketNo }),
      ...(ticket?.staffId && {
        holder: { ...colleague(ticket.staffId), isMe: ticket.staffId === staffId },
      }),
      ...(ticket?.snoozedUntil &&
        isSnoozed(ticket, now) && { snoozedUntil: formatRfc3339(ticket.snoozedUntil) }),
      ...(decision && {
        pending: {
          decisionId: decision.decision_id,
          act: decision.act,
          choice: decision.choice,
          by: colleague(decision.staff_id),
          decidedAt: formatRfc3339(decision.decided_at),
          carriedOutFrom: formatRfc3339(decision.carry_out_at),
          isMine: decision.staff_id === staffId,
        },
      }),
    }
  })
}

/** Without those that a row does not know. */
function knownFacts(facts: Item['facts']): WireRow['facts'] {
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== null && value !== undefined),
  )
}

const PDF = Buffer.from('%PDF-')
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

const begins = (bytes: Uint8Array, signature: Buffer) =>
  Buffer.from(bytes.subarray(0, signature.length)).equals(signature)

/**
 * A file that a member sent, by what its first bytes say it is: its name alone is nobody's word.
 * @throws RefusalError PAPER_UNREADABLE for what is neither
 */
export function fileOfItem(name: string, bytes: Uint8Array) {
  const mediaType = begins(bytes, PDF)
    ? ('application/pdf' as const)
    : begins(bytes, JPEG)
      ? ('image/jpeg' as const)
      : undefined
  if (mediaType === undefined) throw new RefusalError('PAPER_UNREADABLE')
  return { name, mediaType, base64: Buffer.from(bytes).toString('base64') }
}
