import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { SuccessionFileKind } from '#vocabulary/succession.ts'
import { newId } from '#backend/db/ids.ts'
import { insertRow, updateRows } from '#backend/db/rows.ts'
import type { SuccessionRow } from './successions.ts'

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

/** The ending of the file's name. */
export const endingOf = (kind: SuccessionFileKind) => (kind === 'pdf' ? 'pdf' : 'jpg')

/** @returns its id */
export async function insertDocument(
  tx: Db,
  sealing: Sealing,
  row: Pick<SuccessionRow, 'account_id' | 'succession_id'>,
  document: {
    readonly kind: SuccessionFileKind
    readonly file: Uint8Array
    /** Blind index of the file as it was sent, by which it is known again. */
    readonly givenIndex: string
    readonly now: Instant
  },
): Promise<string> {
  const { kind, file, givenIndex, now } = document
  const documentId = newId('pap')
  await insertRow(tx, 'succession_document', {
    account_id: row.account_id,
    document_id: documentId,
    succession_id: row.succession_id,
    kind,
    file_sealed: sealing.sealBytes(fileAad(documentId), file),
    size_bytes: file.byteLength,
    given_index: givenIndex,
    taken_in_at: now,
  })
  await updateRows(
    tx,
    'succession',
    { account_id: row.account_id, succession_id: row.succession_id },
    { changed_at: now },
  )
  return documentId
}
