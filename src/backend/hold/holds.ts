import type { Selectable } from 'kysely'
import { dropExchanges } from '#backend/carrier/exchanges-on-hold.ts'
import type { ContactMessages } from '#backend/mail/contact-messages.ts'
import type { Db } from '#backend/db/connect.ts'
import { hashSecret, newReadableNo, newSecret } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import { insertRow, updateRows } from '#backend/db/rows.ts'
import { readProfile } from '#backend/holder.ts'
import { takesTextMessages } from '#domain/account/contact-code.ts'
import { holdUntil } from '#domain/account/new-device.ts'
import { stoppableHolds } from '#domain/hold/hold-states.ts'
import type { Instant } from '#domain/tokyo.ts'
import { stopPage } from '#vocabulary/pages.ts'
import { holdMessage } from './words.ts'

export type HoldRow = Selectable<Database['hold']>
/** What a hold is placed with. */
export type Holds = {
  readonly sealing: Sealing
  readonly contactMessages: ContactMessages
  readonly publicUrl: string
}

type HoldRequest = {
  accountId: string
  /** None for a change of the profile. */
  contractId: string | null
  orderNo: string
  operation: HoldRow['operation']
  /** The session from the new device, or the opened record that staff act by. */
  sessionHash: string
  hours: number
  /** Of what staff ask for on behalf: it ends at its hour, unless a second person confirms it. */
  onBehalf?: { readonly staffId: string; readonly caseNo: string } | undefined
  /** Contacts beside the registered ones: those that the change would set. */
  contacts?: { mails: readonly string[]; phones: readonly string[] }
}

/**
 * Puts an order of a contract, or a change of the profile, on hold, and writes to every contact, with a link that stops it.
 * @returns until when it is on hold
 */
export async function placeHold(
  tx: Db,
  deps: Holds,
  request: HoldRequest,
  now: Instant,
): Promise<Instant> {
  const { accountId, operation, onBehalf } = request
  const state = onBehalf === undefined ? 'held' : 'needs_confirmation'
  const { until, stopPath } = await insertHold(tx, request, state, now)
  const link = `${deps.publicUrl}${stopPath}`
  for (const { channel, contact } of await contactsOf(tx, deps, request)) {
    const words = holdMessage(channel, { operation, until, link, caseNo: onBehalf?.caseNo })
    const message = { accountId, contact, usefulUntil: until, ...words }
    await deps.contactMessages.post(tx, message, now)
  }
  return until
}

/**
 * Lets an order go on at once that a stranger must not have begun: it can be stopped until its end.
 * @returns the path that stops it, for the message to every contact
 */
export async function watchOrder(tx: Db, request: HoldRequest, now: Instant): Promise<string> {
  return (await insertHold(tx, request, 'watched', now)).stopPath
}

/** What was on hold goes on, and can still be stopped by the same link. */
export async function watchOn(tx: Db, row: HoldRow, hours: number, now: Instant): Promise<void> {
  await updateRows(
    tx,
    'hold',
    { account_id: row.account_id, hold_no: row.hold_no },
    { state: 'watched', until: holdUntil(now, hours), decided_at: null },
  )
}

async function insertHold(
  tx: Db,
  request: HoldRequest,
  state: 'held' | 'needs_confirmation' | 'watched',
  now: Instant,
): Promise<{ until: Instant; stopPath: string }> {
  const until = holdUntil(now, request.hours)
  const secret = newSecret()
  await insertRow(tx, 'hold', {
    account_id: request.accountId,
    hold_no: newReadableNo('H'),
    contract_id: request.contractId,
    order_no: request.orderNo,
    operation: request.operation,
    session_hash: request.sessionHash,
    state,
    stop_hash: hashSecret(secret),
    held_at: now,
    until,
    decided_at: null,
    staff_id: request.onBehalf?.staffId ?? null,
    case_no: request.onBehalf?.caseNo ?? null,
  })
  return { until, stopPath: stopPage(secret) }
}

/** The registered contacts, and those that the change would set. */
async function contactsOf(tx: Db, { sealing }: Holds, { accountId, contacts }: HoldRequest) {
  const known = await readProfile(tx, sealing, accountId)
  const mails = new Set([known.email, ...(contacts?.mails ?? [])])
  const phones = new Set([known.phone, ...(contacts?.phones ?? [])])
  return [
    ...[...mails].filter(Boolean).map((contact) => ({ channel: 'mail' as const, contact })),
    ...[...phones]
      .filter(takesTextMessages)
      .map((contact) => ({ channel: 'sms' as const, contact })),
  ]
}

/**
 * Ends the hold of an order that has come to its end otherwise: it is no longer listed, cannot be stopped, and its requests
 * to the carrier are never sent. Run wherever orders and changes of the profile end. Without a hold, or with one that
 * was decided before, nothing changes.
 */
export async function endHold(tx: Db, orderNo: string, now: Instant): Promise<void> {
  await tx
    .updateTable('hold')
    .set({ state: 'withdrawn', decided_at: now })
    .where('order_no', '=', orderNo)
    .where('state', 'in', stoppableHolds)
    .execute()
  await dropExchanges(tx, orderNo, now)
}

/** What an area does when a hold of one of its operations ends; runs in the transaction that ends it. */
export type HoldEnd = {
  readonly operations: readonly HoldRow['operation'][]
  /** lapsed: nobody has confirmed what staff had asked for. */
  readonly stopped: (tx: Db, row: HoldRow, now: Instant, why: 'stopped' | 'lapsed') => Promise<void>
  /** Beside the requests to the carrier, which are sent by the hold itself. */
  readonly released?: (tx: Db, row: HoldRow, now: Instant) => Promise<void>
}
