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

/** Laws of the tables while lines change hands and after. */
export const handoverLaws = {
  'both sides of a line that changes hands are equally far': `
    select h.contract_id, h.order_no as what, g.state || ' and ' || r.state as found
    from handover h
    join procedure_order g on g.contract_id = h.contract_id and g.order_no = h.order_no
    join procedure_order r on r.contract_id = h.receiver_contract_id and r.order_no = h.receiver_order_no
    where (g.state = 'handed_over') <> (r.state = 'handed_over')`,

  'a line that was handed over has ended with the giver and lives with the receiver': `
    select h.contract_id, h.order_no as what, l.status as found
    from handover h
    join procedure_order g on g.contract_id = h.contract_id and g.order_no = h.order_no and g.state = 'handed_over'
    join line l on l.contract_id = h.contract_id and l.line_id = h.line_id
    where l.status <> 'ended' or not exists (
      select from procedure_order r join line t on t.contract_id = r.contract_id and t.line_id = r.line_id
      where r.contract_id = h.receiver_contract_id and r.order_no = h.receiver_order_no and t.activated_on = l.ends_on + 1)`,

  'a number is on one line in service': `
    select min(contract_id) as contract_id, number_index as what, count(*)::text as found
    from line where status in ('active', 'suspended', 'ending')
    group by number_index having count(*) > 1`,
}
