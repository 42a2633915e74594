import { readPool } from '#backend/data/public.ts'
import { documentAad } from '#backend/document/rows.ts'
import { documentContent, type DocumentContent } from '#backend/pdf/content.ts'
import type { Harness } from './harness.ts'

/** What the database has of the demo's people, asked by the name they log in with. */
export function demoFacts({ database: { db }, clock, services, signIn }: Harness) {
  async function contractOf(loginId: string) {
    const { accountId } = await signIn(loginId)
    return db
      .selectFrom('contract')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirst()
  }

  async function totalOf(loginId: string) {
    const contract = await contractOf(loginId)
    const pool = await readPool(db, contract?.contract_id ?? '', clock.now())
    return pool.totalBytes
  }

  /** What was printed, as it was sealed. */
  async function documentsOf(loginId: string) {
    const contract = await contractOf(loginId)
    const rows = await db
      .selectFrom('contract_document')
      .select(['doc_id', 'content_sealed'])
      .where('contract_id', '=', contract?.contract_id ?? '')
      .orderBy('version')
      .execute()
    const [first, change] = rows.map(({ doc_id: docId, content_sealed: sealed }) =>
      documentContent.parse(JSON.parse(services.sealing.open(documentAad.content(docId), sealed))),
    )
    return { first, change }
  }

  return { contractOf, totalOf, documentsOf }
}

/** The rows of one block of a document, by their labels. */
export function printedRows(document: DocumentContent | undefined, heading: string) {
  const block = document?.blocks.find((one) => one.heading === heading)
  return Object.fromEntries((block?.rows ?? []).map(({ label, value }) => [label, value]))
}
