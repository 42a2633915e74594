import type { Findings } from '#backend/finding.ts'

export const pointFindings = {
  'points-answer-unknown': {
    what: 'points asked of the partner without an answer for an hour',
    resolve:
      'Nothing is granted twice. The partner is asked for the order id every hour; if it stays unknown, ask the partner.',
    queue: 'answer',
    ifLeft: 'ポイントが付いたか分からないままです。',
    acts: ['points.again'],
    query: `
      select order_id as ref, contract_id || ' ' || month || ', ' || points || ' points' as detail, asked_at as since,
        null as account_id, contract_id, jsonb_build_object('system', 'points', 'month', month, 'points', points) as facts
      from point_grant where state in ('sent', 'unknown') and asked_at <= $now - interval '1 hour'`,
  },
} satisfies Findings
