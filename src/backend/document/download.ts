import { recordAudit } from '#backend/audit.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { noteAside } from '#backend/db/side-note.ts'
import type { Instant } from '#domain/tokyo.ts'
import { documentAad } from './issue.ts'
import { requireIssued } from './paper.ts'

/**
 * The PDF's bytes for its holder; that it was looked at for the first time is noted.
 * @throws RefusalError NOT_FOUND (also for another member's), DOCUMENT_NOT_READY, CHARACTER_NOT_PRINTABLE
 */
export async function readDocument(
  { db }: Pick<DatabaseHandle, 'db'>,
  sealing: Sealing,
  asked: { accountId: string; contractId: string; docId: string; now: Instant },
): Promise<{ pdf: Buffer; fileName: string }> {
  const { contractId, docId } = asked
  const row = await requireIssued(db, contractId, docId)
  const pdf = Buffer.from(sealing.open(documentAad.pdf(docId), row.pdf_sealed ?? ''), 'base64')
  if (row.viewed_at === null)
    await noteAside(() => db.transaction().execute((tx) => noteViewed(tx, asked)))
  return { pdf, fileName: `contract-document-${row.version}.pdf` }
}

async function noteViewed(
  tx: Db,
  asked: { accountId: string; contractId: string; docId: string; now: Instant },
) {
  const { accountId, contractId, docId, now } = asked
  const noted = await tx
    .updateTable('contract_document')
    .set({ viewed_at: now })
    .where('contract_id', '=', contractId)
    .where('doc_id', '=', docId)
    .where('viewed_at', 'is', null)
    .executeTakeFirst()
  if (noted.numUpdatedRows === 0n) return
  await recordAudit(tx, {
    chain: contractId,
    at: now,
    actor: 'member',
    accountId,
    action: 'contract-document-viewed',
    target: docId,
  })
}
