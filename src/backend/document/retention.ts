import { fromJson, held, left, said } from '#backend/held.ts'
import { documentAad } from './rows.ts'

export const documentHeld = [
  held({
    table: 'contract_document',
    by: 'contract_id',
    title: '契約書面',
    kept: { for: 'document' },
    columns: {
      contract_id: left.key,
      doc_id: left.key,
      kind: said('種類', 'kind', { new: 'ご契約', change: 'ご契約の変更' }),
      version: '版',
      title: '書面の名前',
      order_no: '手続きの受付番号',
      requested_at: '作成を始めた日時',
      content_sealed: {
        title: '内容',
        show: (row, sealing) =>
          fromJson(sealing.open(documentAad.content(row.doc_id), row.content_sealed)),
      },
      state: said('状態', 'state', {
        requested: '作成中',
        issued: '交付済み',
        unprintable: '作成できず',
      }),
      issued_at: '交付日時',
      pdf_sealed: left.internal,
      size_bytes: '大きさ（バイト）',
      sha256: 'SHA-256',
      viewed_at: 'はじめて開いた日時',
    },
    file: ({ doc_id: id, version, pdf_sealed: sealed }, sealing) =>
      sealed === null
        ? undefined
        : {
            name: `contract-document-${version}.pdf`,
            bytes: Buffer.from(sealing.open(documentAad.pdf(id), sealed), 'base64'),
          },
  }),
]
