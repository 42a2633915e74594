import type { Findings } from '#backend/finding.ts'

export const handoverFindings = {
  'handover-overdue': {
    what: 'lines that should have changed hands at the month rollover and have not',
    resolve:
      'The hourly work tries again. If its log says why it cannot (a line or contract in another state), the giver or staff withdraw the hand-over; both sides get a message.',
    queue: 'order',
    ifLeft: '回線の譲渡が済まず、料金は譲る方に請求され続けます。',
    acts: [],
    hasDate: true,
    query: `
      select order_no as ref, state || ' since ' || effective_on as detail, changed_at as since, null as account_id, contract_id,
        effective_on::timestamp at time zone 'Asia/Tokyo' as due,
        jsonb_build_object('operation', procedure, 'state', state, 'expectedOn', effective_on) as facts
      from procedure_order
      where procedure = 'lineHandover' and state = 'due' and closed_at is null
        and effective_on < (($now - interval '2 hours') at time zone 'Asia/Tokyo')::date`,
  },
  'handover-refused-by-carrier': {
    what: 'lines that changed hands here and whose hand-over the carrier refused',
    resolve:
      'The books are right and the service goes on under the former name of the line. Ask the carrier to rename it by hand; what was used meanwhile is found among the records of unknown lines. Then npm run findings -- done handover-refused-by-carrier <exchange> <case>.',
    queue: 'order',
    ifLeft: '回線網では前の名義のままで、利用の記録が宛先不明になります。',
    acts: ['finding.settle'],
    canBeSettled: true,
    query: `
      select e.exchange_id as ref, coalesce(e.answer->>'reason', '-') as detail, e.changed_at as since,
        null as account_id, e.contract_id, jsonb_build_object('reason', e.answer->>'reason', 'orderNo', e.order_no) as facts
      from carrier_exchange e
      where e.state = 'rejected' and e.request->>'kind' = 'hand-over'`,
  },
} satisfies Findings
