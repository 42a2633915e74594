import type { Findings } from '#backend/finding.ts'

export const carrierFindings = {
  'carrier-answer-unknown': {
    what: 'requests to the carrier without an answer for an hour',
    resolve:
      'The same request is sent again under its own id until the carrier answers. If it does not, ask the carrier for the state of that id.',
    query: `
      select exchange_id as ref, state || ' after ' || attempts || ' attempts, order ' || coalesce(order_no, '-') as detail,
        created_at as since
      from carrier_exchange
      where state in ('requested', 'sent', 'unknown') and created_at <= $now - interval '1 hour'`,
  },
} satisfies Findings
