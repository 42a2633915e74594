import type { Findings } from '#backend/finding.ts'

export const pointFindings = {
  'points-answer-unknown': {
    what: 'points asked of the partner without an answer for an hour',
    resolve:
      'Nothing is granted twice. The partner is asked for the order id every hour; if it stays unknown, ask the partner.',
    query: `
      select order_id as ref, contract_id || ' ' || month || ', ' || points || ' points' as detail, asked_at as since
      from point_grant where state in ('sent', 'unknown') and asked_at <= $now - interval '1 hour'`,
  },
} satisfies Findings
