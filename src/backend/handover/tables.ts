import { column, internal, ofContract, secret, table } from '#backend/table.ts'
import type { TokyoDate } from '#domain/tokyo.ts'

export const handoverTables = [
  /** A line on its way from one contract to another; its state is that of the giver's order. */
  table('handover', ofContract('回線のご家族への譲渡', 'trade'), {
    order_no: column<string>('受付番号'),
    line_id: column<string>('回線の識別子'),
    number_index: secret<string>(),
    namesake_index: internal<string>(),
    /** Last day on which the number counts. */
    valid_until: column<TokyoDate>('譲渡番号の有効期限'),
    /** The application that has taken it, by the number it was given. */
    application_no: internal<string | null>(),
    receiver_contract_id: internal<string | null>(),
    receiver_order_no: internal<string | null>(),
  }),
]
