import { held, left } from '#backend/held.ts'

export const handoverHeld = [
  held({
    table: 'handover',
    by: 'contract_id',
    title: '回線のご家族への譲渡',
    kept: { for: 'trade' },
    columns: {
      contract_id: left.key,
      order_no: '受付番号',
      line_id: '回線の識別子',
      number_index: left.secret,
      namesake_index: left.internal,
      valid_until: '譲渡番号の有効期限',
      application_no: left.internal,
      receiver_contract_id: left.internal,
      receiver_order_no: left.internal,
    },
  }),
]
