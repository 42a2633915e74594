import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import type { AreaDeps } from '#backend/area.ts'
import { recordAudit } from '#backend/audit.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { redrawPhotograph } from '#backend/device/public.ts'
import { RefusalError } from '#backend/refusal.ts'
import { isPlainPdf } from '#domain/succession/document-kind.ts'
import { MOST_DOCUMENTS, MOST_DOCUMENT_BYTES } from '#domain/succession/steps.ts'
import { takesDocuments } from '#domain/succession/succession-states.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'
import type { SuccessionFileKind } from '#vocabulary/succession.ts'
import { findOwn, type SuccessionRow } from './rows.ts'

export const fileAad = (documentId: string) => `succession_document.file:${documentId}`

/** Without the files themselves, the first first. */
export function findDocuments(db: Db, row: Pick<SuccessionRow, 'account_id' | 'succession_id'>) {
  return db
    .selectFrom('succession_document')
    .select(['document_id', 'kind', 'size_bytes', 'given_index', 'taken_in_at'])
    .where('account_id', '=', row.account_id)
    .where('succession_id', '=', row.succession_id)
    .orderBy('taken_in_at')
    .orderBy('document_id')
    .execute()
}

export const openDocument = (
  sealing: Sealing,
  row: { readonly document_id: string; readonly file_sealed: Uint8Array },
) => sealing.openBytes(fileAad(row.document_id), row.file_sealed)

export const endingOf = (kind: SuccessionFileKind) => (kind === 'pdf' ? 'pdf' : 'jpg')

type Who = { readonly accountId: string; readonly now: Instant; readonly traceKey: string }

/** Papers by which a death and a relation are shown. Only our staff read them. */
export function createDocuments({ database, sealing }: Pick<AreaDeps, 'database' | 'sealing'>) {
  /**
   * Adds a paper. A picture is drawn anew before the transaction begins; whether a paper is taken is asked before, so that
   * nobody decodes what belongs nowhere, and again inside.
   */
  async function add(who: Who, given: Uint8Array): Promise<void> {
    if (given.byteLength === 0) throw new RefusalError('SUCCESSION_FILE_MISSING')
    if (given.byteLength > MOST_DOCUMENT_BYTES) throw new RefusalError('SUCCESSION_FILE_TOO_LARGE')
    const sum = createHash('sha256').update(given).digest('hex')
    const givenIndex = sealing.index('succession-document', sum)
    const { accountId, now } = who
    if ((await roomFor(database.db, accountId, givenIndex)) === undefined) return
    const { kind, file } = await takeIn(given)
    await database.db.transaction().execute(async (tx) => {
      const row = await roomFor(tx, accountId, givenIndex, { lock: true })
      if (row === undefined) return
      const documentId = newId('pap')
      await tx
        .insertInto('succession_document')
        .values({
          account_id: accountId,
          document_id: documentId,
          succession_id: row.succession_id,
          kind,
          file_sealed: sealing.sealBytes(fileAad(documentId), file),
          size_bytes: file.byteLength,
          given_index: givenIndex,
          taken_in_at: now,
        })
        .execute()
      await tx
        .updateTable('succession')
        .set({ changed_at: now })
        .where('account_id', '=', accountId)
        .where('succession_id', '=', row.succession_id)
        .execute()
      await recordAudit(tx, {
        chain: accountId,
        at: now,
        actor: 'member',
        accountId,
        action: 'succession-document-added',
        target: documentId,
        traceKey: who.traceKey,
      })
    })
  }

  /** A picture's pixels, and nothing that hangs on them; a PDF as it is, if it only shows something. */
  async function takeIn(
    given: Uint8Array,
  ): Promise<{ kind: SuccessionFileKind; file: Uint8Array }> {
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

  /** @returns undefined where the same file is there already: sent twice it is kept once. */
  async function roomFor(db: Db, accountId: string, givenIndex: string, { lock = false } = {}) {
    const row = await findOwn(db, accountId, { lock })
    if (row === undefined) throw new RefusalError('SUCCESSION_NONE')
    if (!takesDocuments(row.state)) throw new RefusalError('SUCCESSION_CLOSED')
    const known = await findDocuments(db, row)
    if (known.some(({ given_index }) => given_index === givenIndex)) return undefined
    const since = row.asked_at
    // What was asked for comes beside what was sent before.
    const counted =
      since === null ? known : known.filter(({ taken_in_at: at }) => !isBefore(at, since))
    if (counted.length >= MOST_DOCUMENTS) throw new RefusalError('SUCCESSION_FILE_LIMIT')
    return row
  }

  return { add }
}

/** Until it is submitted. @throws RefusalError NOT_FOUND for an unknown paper and for another account's */
export async function removeDocument(tx: Db, row: SuccessionRow, documentId: string) {
  if (row.state !== 'draft') throw new RefusalError('SUCCESSION_CLOSED')
  const { numDeletedRows } = await tx
    .deleteFrom('succession_document')
    .where('account_id', '=', row.account_id)
    .where('succession_id', '=', row.succession_id)
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new RefusalError('NOT_FOUND')
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
