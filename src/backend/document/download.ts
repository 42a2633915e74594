import { recordAudit } from '#backend/audit.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Instant } from '#domain/tokyo.ts'
import { documentPlace } from './issue.ts'
import { requireIssued } from './paper.ts'

/**
 * The PDF's bytes for its holder; that it was looked at for the first time is noted.
 * @throws Refusal NOT_FOUND (also for another member's), DOCUMENT_NOT_READY, CHARACTER_NOT_PRINTABLE
 */
export async function readDocument(
  tx: Db,
  sealing: Sealing,
  asked: { accountId: string; contractId: string; docId: string; now: Instant },
): Promise<{ pdf: Buffer; fileName: string }> {
  const { contractId, docId, now } = asked
  const row = await requireIssued(tx, contractId, docId)
  const pdf = Buffer.from(sealing.open(documentPlace.pdf(docId), row.pdf_sealed ?? ''), 'base64')
  if (row.viewed_at === null) {
    await tx
      .updateTable('contract_document')
      .set({ viewed_at: now })
      .where('contract_id', '=', contractId)
      .where('doc_id', '=', docId)
      .where('viewed_at', 'is', null)
      .execute()
    await recordAudit(tx, {
      chain: contractId,
      at: now,
      actor: 'member',
      accountId: asked.accountId,
      action: 'contract-document-viewed',
      target: docId,
    })
  }
  return { pdf, fileName: `contract-document-${row.version}.pdf` }
}
