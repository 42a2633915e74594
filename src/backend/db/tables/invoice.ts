import type { TokyoMonth } from '#domain/tokyo.ts'

export type InvoiceKind = 'invoice' | 'return'

export type InvoiceTables = {
  invoice_series: { kind: InvoiceKind; last_number: number }
  invoice: {
    contract_id: string
    invoice_id: string
    kind: InvoiceKind
    invoice_number: number
    month: TokyoMonth
    total_yen: number
    content_sealed: string
    issued_at: Temporal.Instant
    issued_by: 'member' | 'staff' | 'system'
    /** The invoice that this one corrects. */
    replaces: string | null
  }
  invoice_print: {
    contract_id: string
    invoice_id: string
    /** 0 is the first print; every later one is a 再発行. */
    copy_number: number
    asked_at: Temporal.Instant
    pdf_sealed: string | null
    sha256: string | null
    size_bytes: number | null
  }
}
