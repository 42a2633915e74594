import { column, fromJson, key, ofContract, said, sealed, table } from '#backend/table.ts'
import { documentAad } from './rows.ts'

export const documentTables = [
  /** Contract documents (契約書面): requested in the transaction of the change, made by a job, immutable from then on. */
  table(
    'contract_document',
    ofContract('契約書面', 'document'),
    {
      doc_id: key<string>(),
      kind: column<'new' | 'change'>(said('種類', { new: 'ご契約', change: 'ご契約の変更' })),
      /** Counts up within the contract; never used again. */
      version: column<number>('版'),
      title: column<string>('書面の名前'),
      order_no: column<string | null>('手続きの受付番号'),
      requested_at: column<Temporal.Instant>('作成を始めた日時'),
      /** What the document says: the job prints exactly this, whenever it runs. */
      content_sealed: sealed<string, { doc_id: string }>({
        aad: (row) => documentAad.content(row.doc_id),
        title: '内容',
        show: fromJson,
      }),
      state: column<'requested' | 'issued' | 'unprintable'>(
        said('状態', {
          requested: '作成中',
          issued: '交付済み',
          unprintable: '作成できず',
        }),
      ),
      issued_at: column<Temporal.Instant | null>('交付日時'),
      pdf_sealed: sealed<string | null, { doc_id: string }>({
        aad: (row) => documentAad.pdf(row.doc_id),
        omit: 'internal',
      }),
      size_bytes: column<number | null>('大きさ（バイト）'),
      sha256: column<string | null>('SHA-256'),
      viewed_at: column<Temporal.Instant | null>('はじめて開いた日時'),
    },
    ({ doc_id: id, title, version, pdf_sealed: sealed }, sealing) =>
      sealed === null
        ? undefined
        : {
            name: `${title} 第${version}版.pdf`,
            bytes: Buffer.from(sealing.open(documentAad.pdf(id), sealed), 'base64'),
          },
  ),
]
