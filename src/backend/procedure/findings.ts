import type { Findings } from '#backend/finding.ts'
import type { Registry } from './registry.ts'

/** Those of `findLingeringOrders` that are overdue; names of procedures are ours, so they may stand in the statement. */
export const orderFindings = (procedures: Registry) =>
  ({
    'order-overdue': {
      what: 'orders past their day, or without an answer from the carrier, for a day',
      resolve:
        'Look at carrier_exchange and carrier_report of that number. Nothing is sent again by hand: the same id goes out until the carrier answers.',
      queue: 'order',
      ifLeft: 'お約束した日を過ぎても、会員の手続きが終わりません。',
      acts: ['exchange.again'],
      hasDate: true,
      query: `
      select order_no as ref, procedure || ' ' || state as detail, requested_at as since, null as account_id, contract_id,
        (expected_on + 1)::timestamp at time zone 'Asia/Tokyo' as due,
        jsonb_build_object('operation', procedure, 'state', state, 'expectedOn', expected_on) as facts
      from procedure_order o
      where closed_at is null and requested_at <= $now - interval '24 hours'
        and procedure in (${procedures
          .namesWhere(({ carrierServed }) => carrierServed)
          .map((name) => `'${name}'`)
          .join(', ')})
        and (expected_on < ($now at time zone 'Asia/Tokyo')::date or exists (
          select from carrier_exchange e where e.order_no = o.order_no and e.state in ('requested', 'sent', 'unknown')))`,
    },
  }) satisfies Findings
