export type PortOutTables = {
  one_stop_handoff: {
    contract_id: string
    token_hash: string
    line_id: string
    return_url: string
    receiver_name: string
    expires_at: Temporal.Instant
    order_no: string | null
    seen_at: Temporal.Instant
  }
}
