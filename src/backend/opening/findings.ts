import type { Findings } from '#backend/finding.ts'

export const openingFindings = {
  'opening-hangs': {
    what: 'new contracts without a line in service two weeks after they were applied for',
    resolve:
      'Look at the orders listed. With a number that the other carrier does not let go (number refused) the member gives another reservation or takes a new number on the page of the order: call them. An order that waits for the carrier is in order-overdue or carrier-answer-unknown too.',
    queue: 'order',
    ifLeft: '申し込みから2週間、会員は回線を使えていません。',
    acts: ['link.send'],
    query: `
      select c.contract_id as ref, c.applied_at as since, c.account_id, c.contract_id,
        jsonb_build_object('state', c.status) as facts, c.status || coalesce(': ' || string_agg(
          o.order_no || ' ' || o.state
            || case when o.details -> 'portIn' ->> 'refused' is null then '' else ', number refused' end,
          '; ' order by o.order_no), '') as detail
      from contract c left join procedure_order o
        on o.contract_id = c.contract_id and o.procedure = 'lineOpen' and o.closed_at is null
      where c.status in ('accepted', 'preparing', 'shipped', 'activating') and c.applied_at <= $now - interval '14 days'
        and not exists (select from procedure_order taken where taken.contract_id = c.contract_id
          and taken.procedure = 'lineTakeover' and taken.closed_at is null)
      group by c.contract_id`,
  },
} satisfies Findings
