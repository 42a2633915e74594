import type { Findings } from '#backend/finding.ts'

export const handoverFindings = {
  'handover-overdue': {
    what: 'lines that should have changed hands at the month rollover and have not',
    resolve:
      'The hourly work tries again. If its log says why it cannot (a line or contract in another state), the giver or staff withdraw the hand-over; both sides get a message.',
    query: `
      select order_no as ref, state || ' since ' || effective_on as detail, changed_at as since
      from procedure_order
      where procedure = 'lineHandover' and state = 'due' and closed_at is null
        and effective_on < (($now - interval '2 hours') at time zone 'Asia/Tokyo')::date`,
  },
  'handover-refused-by-carrier': {
    what: 'lines that changed hands here and whose hand-over the carrier refused',
    resolve:
      'The books are right and the service goes on under the former name of the line. Ask the carrier to rename it by hand; what was used meanwhile is found among the records of unknown lines.',
    query: `
      select e.exchange_id as ref, coalesce(e.answer->>'reason', '-') as detail, e.changed_at as since
      from carrier_exchange e
      where e.state = 'rejected' and e.request->>'kind' = 'hand-over'`,
  },
} satisfies Findings
