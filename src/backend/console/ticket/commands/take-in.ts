import { openTicket, type TicketDeps, type TicketRow } from '#backend/contact/public.ts'
import { findContractId } from '#backend/contract/of-account.ts'
import type { StaffWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { getRow } from '#backend/db/rows.ts'
import { RefusalError, notFound } from '#backend/refusal.ts'
import { toTokyoDate, type TokyoDate } from '#domain/tokyo.ts'
import type { CaseReason, TicketChannel, WorkQueue } from '#vocabulary/console.ts'
import type { ContactTopic } from '#vocabulary/contact.ts'
import { addItem, findTicketOfItem } from '../rows.ts'
import { reachTicket } from './reach-ticket.ts'

type TakenIn = {
  readonly channel: TicketChannel
  readonly reason: CaseReason
  readonly topic: ContactTopic
  readonly text: string
  readonly accountId?: string | undefined
  readonly postedOn?: TokyoDate | undefined
  readonly outsideNo?: string | undefined
}

/** A call, a letter or whatever reached the house, made a case. @throws RefusalError VALIDATION_FAILED, NOT_FOUND */
export async function takeIn(
  tx: Db,
  deps: TicketDeps,
  who: StaffWho,
  given: TakenIn,
): Promise<TicketRow> {
  checkPosting(given, toTokyoDate(who.now))
  const { accountId } = given
  if (accountId !== undefined) await getRow(tx, 'account', { account_id: accountId }, notFound)
  const contractId = accountId && (await findContractId(tx, accountId))
  return openTicket(tx, deps, who, { ...given, contractId })
}

/** The law counts from the day of the postmark, so a letter is not taken in without it (電気通信事業法 第26条の3). */
function checkPosting({ channel, postedOn }: TakenIn, today: TokyoDate) {
  const sentence =
    channel === 'letter' && postedOn === undefined
      ? '書面の消印の日を入力してください。'
      : postedOn !== undefined && postedOn > today
        ? '消印の日は、今日までの日を入力してください。'
        : undefined
  if (sentence !== undefined)
    throw new RefusalError({ code: 'VALIDATION_FAILED', fields: { postedOn: [sentence] } })
}

const topicOf: Partial<Record<WorkQueue, ContactTopic>> = {
  identity: 'account',
  claim: 'device',
  refund: 'billing',
  usage: 'data',
  bill: 'billing',
  unpaid: 'billing',
}

/** The ticket under way that an item of a queue lies in; a new one of ours where there is none. */
export async function ticketOfItem(
  tx: Db,
  deps: TicketDeps,
  who: StaffWho,
  item: {
    readonly queue: WorkQueue
    readonly ref: string
    readonly accountId?: string | undefined
    readonly contractId?: string | undefined
  },
): Promise<TicketRow> {
  const known = await findTicketOfItem(tx, item)
  if (known !== undefined) return reachTicket(tx, who, known.ticket_no)
  const row = await openTicket(tx, deps, who, {
    channel: 'internal',
    reason: 'work',
    topic: topicOf[item.queue] ?? 'procedure',
    accountId: item.accountId,
    contractId: item.contractId,
  })
  await addItem(tx, {
    ticketNo: row.ticket_no,
    queue: item.queue,
    ref: item.ref,
    now: who.now,
  })
  return row
}
