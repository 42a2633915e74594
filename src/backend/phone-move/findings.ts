import type { Findings } from '#backend/finding.ts'

export const phoneMoveFindings = {
  'move-letter-not-posted': {
    what: 'letters with a code that were asked for a day ago and that the house which posts them has not taken',
    resolve:
      'Ask the house that posts letters. It is asked again each hour, under the same id, until the code expires; the member can give the move up and choose another proof.',
    queue: 'order',
    ifLeft: 'ご本人の確認の手紙が届かず、会員は新しいスマホに移せません。',
    acts: [],
    query: `
      select order_no as ref, null as detail, requested_at as since, null as account_id, contract_id, '{}'::jsonb as facts
      from procedure_order
      where procedure = 'phoneMove' and closed_at is null and state = 'id_check'
        and details ->> 'letterSealed' is not null and requested_at <= $now - interval '1 day'`,
  },
} satisfies Findings

/** No line with two working SIMs or none, as far as our tables can tell. */
export const phoneMoveLaws = {
  'a line that moved works by the SIM that the carrier last brought into force': `
    select o.contract_id, o.order_no as what, o.state || ' and ' || coalesce(last.state, 'nothing') as found
    from procedure_order o
    left join lateral (
      select r.state from carrier_report r
      where r.contract_id = o.contract_id and r.order_no = o.order_no and r.state in ('switched', 'rolled_back')
      order by r.at desc, r.received_at desc limit 1
    ) last on true
    where o.procedure = 'phoneMove' and o.state <> 'voided'
      and coalesce(last.state, 'nothing') <> case
        when o.state in ('switched', 'rolling_back', 'completed') then 'switched'
        when o.state = 'rolled_back' then 'rolled_back'
        else 'nothing' end`,

  'a line that can go back works by its eSIM': `
    select o.contract_id, o.order_no as what, o.state || ' by ' || l.sim_size as found
    from procedure_order o join line l on l.contract_id = o.contract_id and l.line_id = o.line_id
    where o.procedure = 'phoneMove' and o.state in ('switched', 'rolling_back') and l.sim_size <> 'esim'`,

  'of a move that is over no code of a letter lies sealed': `
    select contract_id, order_no as what, state as found from procedure_order
    where procedure = 'phoneMove' and closed_at is not null and details ->> 'letterSealed' is not null`,

  'of orders that bring a line another SIM, one is under way': `
    select m.contract_id, m.order_no as what, 'beside ' || o.order_no as found
    from procedure_order m
    join procedure_order o on o.contract_id = m.contract_id and o.line_id = m.line_id
      and o.procedure in ('simReissue', 'simKindChange') and o.closed_at is null
    where m.procedure = 'phoneMove' and m.closed_at is null`,
}
