import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import type { AreaDeps } from '#backend/area.ts'
import type { AccountWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { redrawPhotograph } from '#backend/device/public.ts'
import { RefusalError } from '#backend/refusal.ts'
import { recordNote } from '#backend/step/record-change.ts'
import { isPlainPdf } from '#domain/succession/document-kind.ts'
import { MOST_DOCUMENTS, MOST_DOCUMENT_BYTES } from '#domain/succession/steps.ts'
import { takesDocuments } from '#domain/succession/succession-states.ts'
import { isBefore } from '#domain/tokyo.ts'
import type { SuccessionFileKind } from '#vocabulary/succession.ts'
import { findDocuments, insertDocument } from '../rows/documents.ts'
import { findOwn } from '../rows/successions.ts'

export type DocumentWho = Pick<AccountWho, 'accountId' | 'now' | 'traceKey'>

/**
 * Adds a paper by which a death or a relation is shown; only our staff read it. A picture is redrawn before the transaction
 * begins. Whether the succession accepts papers is checked before that, so that nothing is decoded in vain, and again inside.
 * @throws RefusalError SUCCESSION_NONE, SUCCESSION_CLOSED, SUCCESSION_FILE_…
 */
export async function addDocument(
  deps: Pick<AreaDeps, 'database' | 'sealing'>,
  who: DocumentWho,
  given: Uint8Array,
): Promise<void> {
  if (given.byteLength === 0) throw new RefusalError('SUCCESSION_FILE_MISSING')
  if (given.byteLength > MOST_DOCUMENT_BYTES) throw new RefusalError('SUCCESSION_FILE_TOO_LARGE')
  const { sealing } = deps
  const { db } = deps.database
  const { accountId, now } = who
  const sum = createHash('sha256').update(given).digest('hex')
  const givenIndex = sealing.index('succession-document', sum)
  if ((await roomFor(db, accountId, givenIndex)) === undefined) return
  const readable = await takeIn(given)
  await db.transaction().execute(async (tx) => {
    const row = await roomFor(tx, accountId, givenIndex, { lock: true })
    if (row === undefined) return
    const target = await insertDocument(tx, sealing, row, { ...readable, givenIndex, now })
    await recordNote(
      tx,
      { actor: 'member', ...who },
      { action: 'succession-document-added', target },
    )
  })
}

/** Of a picture only the pixels are stored; a PDF is stored as it is, if it does nothing but show something. */
async function takeIn(given: Uint8Array): Promise<{ kind: SuccessionFileKind; file: Uint8Array }> {
  const isPlain = isPlainPdf(given, boundedInflate())
  if (isPlain === false) throw new RefusalError('SUCCESSION_FILE_UNREADABLE')
  if (isPlain === true) return { kind: 'pdf', file: given }
  try {
    return { kind: 'jpeg', file: (await redrawPhotograph(given)).picture }
  } catch (cause) {
    if (!(cause instanceof RefusalError)) throw cause
    const isUnknown = cause.code === 'PHOTOGRAPH_KIND_UNKNOWN' || cause.code === 'PHOTOGRAPH_HEIC'
    throw new RefusalError(isUnknown ? 'SUCCESSION_FILE_UNKNOWN' : 'SUCCESSION_FILE_UNREADABLE', {
      cause,
    })
  }
}

/** @returns undefined where the same file is stored already: a file that is sent twice is stored once */
async function roomFor(db: Db, accountId: string, givenIndex: string, { lock = false } = {}) {
  const row = await findOwn(db, accountId, { lock })
  if (row === undefined) throw new RefusalError('SUCCESSION_NONE')
  if (!takesDocuments(row.state)) throw new RefusalError('SUCCESSION_CLOSED')
  const known = await findDocuments(db, row)
  const since = row.asked_at
  const same = known.find(({ given_index }) => given_index === givenIndex)
  // What was there before staff asked for others is no answer to them.
  if (same !== undefined && since !== null && isBefore(same.taken_in_at, since))
    throw new RefusalError('SUCCESSION_FILE_KNOWN')
  if (same !== undefined) return undefined
  // Papers that staff asked for come on top of those that were sent before.
  const counted =
    since === null ? known : known.filter(({ taken_in_at: at }) => !isBefore(at, since))
  if (counted.length >= MOST_DOCUMENTS) throw new RefusalError('SUCCESSION_FILE_LIMIT')
  return row
}

/** What packed objects of one file may come to: a file of a few kilobytes can be made to unpack to gigabytes. */
const MOST_UNPACKED_BYTES = 30_000_000

function boundedInflate() {
  let left = MOST_UNPACKED_BYTES
  return (packed: Uint8Array) => {
    try {
      const unpacked = inflateSync(packed, { maxOutputLength: left })
      left -= unpacked.byteLength
      return unpacked
    } catch {
      return undefined
    }
  }
}

/** Until the succession is submitted. @throws RefusalError SUCCESSION_NONE, SUCCESSION_CLOSED, NOT_FOUND for an unknown paper and for another account's */
export async function removeDocument(
  tx: Db,
  { accountId }: Pick<AccountWho, 'accountId'>,
  documentId: string,
): Promise<void> {
  const row = await findOwn(tx, accountId, { lock: true })
  if (row === undefined) throw new RefusalError('SUCCESSION_NONE')
  if (row.state !== 'draft') throw new RefusalError('SUCCESSION_CLOSED')
  const { numDeletedRows } = await tx
    .deleteFrom('succession_document')
    .where('account_id', '=', row.account_id)
    .where('succession_id', '=', row.succession_id)
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new RefusalError('NOT_FOUND')
}
