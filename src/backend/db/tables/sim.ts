export type SimTables = {
  /** Every event the carrier reported of one of our orders, kept once by the carrier's own id of it. */
  carrier_report: {
    contract_id: string
    order_no: string
    exchange_id: string
    event_id: string
    state: string
    at: Temporal.Instant
    facts_sealed: string
    received_at: Temporal.Instant
  }
}
