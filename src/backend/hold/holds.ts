import type { Selectable } from 'kysely'
import type { ContactMessages } from '#backend/mail/contact-messages.ts'
import type { Db } from '#backend/db/connect.ts'
import { hashSecret, newReadableNo, newSecret } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { HoldTables } from '#backend/db/tables/hold.ts'
import { readProfile } from '#backend/holder.ts'
import { takesTextMessages } from '#domain/account/contact-code.ts'
import { holdUntil } from '#domain/account/new-device.ts'
import type { Instant } from '#domain/tokyo.ts'
import { stopPage } from '#vocabulary/pages.ts'
import { heldMessage } from './words.ts'

export type HoldRow = Selectable<HoldTables['hold']>
export type Holds = ReturnType<typeof createHolds>

/** What is held: an order of a contract, or a change of the profile. */
export type Held = {
  accountId: string
  contractId: string | null
  orderNo: string
  operation: HoldRow['operation']
  sessionHash: string
  hours: number
  /** Contacts beside the registered ones: those that the change would set. */
  contacts?: { mails: readonly string[]; phones: readonly string[] }
}

/** The writer of holds: the row, and the message with its link to every contact. */
export function createHolds(deps: {
  sealing: Sealing
  contactMessages: ContactMessages
  publicUrl: string
}) {
  /** @returns until when it waits. */
  async function place(tx: Db, held: Held, now: Instant): Promise<Instant> {
    const { accountId, operation } = held
    const until = holdUntil(now, held.hours)
    const secret = newSecret()
    await tx
      .insertInto('hold')
      .values({
        account_id: accountId,
        hold_no: newReadableNo('H'),
        contract_id: held.contractId,
        order_no: held.orderNo,
        operation,
        session_hash: held.sessionHash,
        state: 'held',
        stop_hash: hashSecret(secret),
        held_at: now,
        until,
        decided_at: null,
      })
      .execute()
    const link = `${deps.publicUrl}${stopPage(secret)}`
    const known = await readProfile(tx, deps.sealing, accountId)
    const mails = new Set([known.email, ...(held.contacts?.mails ?? [])])
    const phones = new Set([known.phone, ...(held.contacts?.phones ?? [])])
    const told = [
      ...[...mails].filter(Boolean).map((contact) => ({ channel: 'mail' as const, contact })),
      ...[...phones]
        .filter(takesTextMessages)
        .map((contact) => ({ channel: 'sms' as const, contact })),
    ]
    for (const { channel, contact } of told) {
      const words = heldMessage(channel, { operation, until, link })
      const message = { accountId, contact, usefulUntil: until, ...words }
      await deps.contactMessages.post(tx, message, now)
    }
    return until
  }

  return { place }
}
