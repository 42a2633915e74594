import type { Findings } from '#backend/finding.ts'

export const deviceFindings = {
  'device-claims': {
    what: 'claims for repair or exchange that wait for the desk',
    resolve: 'npm run claims shows each with its text and photographs, and takes what is decided.',
    query: `
      select order_no as ref, state || coalesce(', answer by ' || expected_on, '') as detail, changed_at as since
      from procedure_order
      where procedure = 'deviceClaim' and state in
        ('assessing', 'repairing', 'repair_shipped', 'exchange_preparing', 'exchange_shipped', 'return_missing')`,
  },
} satisfies Findings
