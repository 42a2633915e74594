import { sql } from 'kysely'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { findRow } from '#backend/db/rows.ts'
import type { Instant } from '#domain/tokyo.ts'
import { contactMessageAad } from './contact-messages.ts'
import { readFailingAddress } from './failing-addresses.ts'
import { mailFailingMessage } from './messages.ts'
import type { MemberMessage } from './member-message.ts'
import { mailAad } from './outbox.ts'
import { readReport } from './read-report.ts'
import { readReturnAddress } from './return-address.ts'

type ReturnDeps = {
  readonly database: DatabaseHandle
  readonly sealing: Sealing
  /** Sends a message to the member, in the transaction. */
  readonly notify: (tx: Db, message: MemberMessage, now: Instant) => Promise<void>
}

export type ReturnedMail = {
  /** The address that the mail came to. */
  readonly recipient: string
  /** Whole, or its first part. */
  readonly raw: Uint8Array
}

/**
 * Takes one returned mail. Whose it was is said by a return address that we have signed: the one it came to, or, of a
 * complaint, the one it names. What names none, or says nothing of the address, changes nothing.
 * @returns what was written down, for the log; undefined where nothing was
 * @throws Error while the database is away: the mail server tries again
 */
export async function takeReturnedMail(
  deps: ReturnDeps,
  { recipient, raw }: ReturnedMail,
  now: Instant,
) {
  const { database, sealing } = deps
  const own = readReturnAddress(sealing, recipient)
  const report = await readReport(raw)
  if (report === undefined) return undefined
  // A complaint may come to an address of its own, with the mail it is about inside.
  const named = report.kind === 'complaint' ? Buffer.from(raw).toString('latin1') : ''
  const mailId = own ?? readReturnAddress(sealing, named)
  if (mailId === undefined) return undefined
  return database.db.transaction().execute(async (tx) => {
    const isNew = await writeReturn(tx, deps, { mailId, ...report }, now)
    return isNew ? { mailId, ...report } : undefined
  })
}

type Returned = {
  readonly mailId: string
  readonly kind: NonNullable<Awaited<ReturnType<typeof readReport>>>['kind']
  readonly status: string | null
}

/** One row a mail; the member is notified when it makes the address a failing one. @returns whether it is new */
async function writeReturn(
  tx: Db,
  { sealing, notify }: ReturnDeps,
  { mailId, kind, status }: Returned,
  now: Instant,
): Promise<boolean> {
  const mail = await findMail(tx, sealing, mailId)
  if (mail === undefined) return false
  const { accountId, address, queuedAt } = mail
  const addressIndex = sealing.index('email', address)
  const before = await readFailingAddress(tx, accountId, now)
  const written = await tx
    .insertInto('mail_return')
    .values({
      account_id: accountId,
      mail_id: mailId,
      kind,
      status,
      address_index: addressIndex,
      returned_at: now,
      // A mail of before the address was found to work says nothing new of it.
      mended_at: sql<Instant | null>`(select max(mended_at) from mail_return
        where account_id = ${accountId} and address_index = ${addressIndex} and mended_at > ${queuedAt})`,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'mail_id']).doNothing())
    .returning('mail_id')
    .executeTakeFirst()
  if (written === undefined) return false
  const after = await readFailingAddress(tx, accountId, now)
  if (before === undefined && after !== undefined && after.kind !== 'complaint')
    await notify(tx, mailFailingMessage(accountId, mailId), now)
  return true
}

/** The account, address and time of a mail or of a message to one contact; undefined where it is gone. */
async function findMail(tx: Db, sealing: Sealing, mailId: string) {
  if (mailId.startsWith('mail_')) {
    const row = await findRow(
      tx,
      'mail_message',
      { mail_id: mailId },
      'account_id',
      'address_sealed',
      'queued_at',
    )
    return (
      row && {
        accountId: row.account_id,
        address: sealing.open(mailAad.address(mailId), row.address_sealed),
        queuedAt: row.queued_at,
      }
    )
  }
  const row = await findRow(
    tx,
    'contact_message',
    { message_id: mailId, channel: 'mail' },
    'account_id',
    'contact_sealed',
    'queued_at',
  )
  return (
    row && {
      accountId: row.account_id,
      address: sealing.open(contactMessageAad.contact(mailId), row.contact_sealed),
      queuedAt: row.queued_at,
    }
  )
}
