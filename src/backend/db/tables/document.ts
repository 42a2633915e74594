export type DocumentTables = {
  contract_document: {
    contract_id: string
    doc_id: string
    kind: 'new' | 'change'
    version: number
    title: string
    order_no: string | null
    requested_at: Temporal.Instant
    content_sealed: string
    state: 'requested' | 'issued' | 'unprintable'
    issued_at: Temporal.Instant | null
    pdf_sealed: string | null
    size_bytes: number | null
    sha256: string | null
    viewed_at: Temporal.Instant | null
  }
}
