import type { TokyoDate } from '#domain/tokyo.ts'

export type HandoverTables = {
  /** A line on its way from one contract to another; its state is that of the giver's order. */
  handover: {
    contract_id: string
    order_no: string
    line_id: string
    number_index: string
    namesake_index: string
    valid_until: TokyoDate
    application_no: string | null
    receiver_contract_id: string | null
    receiver_order_no: string | null
  }
}
