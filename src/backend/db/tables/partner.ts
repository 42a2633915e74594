export type PartnerTables = {
  partner_consent: {
    account_id: string
    sequence: number
    agreed: boolean
    text_version: string
    at: Temporal.Instant
  }
}
