import type { Findings } from '#backend/finding.ts'

export const deviceFindings = {
  'device-claims': {
    what: 'claims for repair or exchange that wait for the desk',
    resolve: 'npm run claims shows each with its text and photographs, and takes what is decided.',
    queue: 'claim',
    ifLeft: '会員の端末は使えないままで、約束した回答の日を過ぎます。',
    acts: ['claim.work'],
    hasDate: true,
    query: `
      select order_no as ref, state || coalesce(', answer by ' || expected_on, '') as detail, changed_at as since,
        null as account_id, contract_id, (expected_on + 1)::timestamp at time zone 'Asia/Tokyo' as due,
        jsonb_build_object('state', state, 'basis', details ->> 'basis', 'cause', details ->> 'cause', 'expectedOn', expected_on)
          as facts
      from procedure_order
      where procedure = 'deviceClaim' and state in
        ('assessing', 'repairing', 'repair_shipped', 'exchange_preparing', 'exchange_shipped', 'return_missing')`,
  },
} satisfies Findings
