import type { Findings } from '#backend/finding.ts'

export const carrierFindings = {
  'carrier-answer-unknown': {
    what: 'requests to the carrier without an answer for an hour',
    resolve:
      'The same request is sent again under its own id until the carrier answers. If it does not, ask the carrier for the state of that id.',
    queue: 'answer',
    ifLeft: '回線網での手続きが進まず、会員の画面は「手続き中」のままです。',
    acts: ['exchange.again', 'exchange.record'],
    query: `
      select exchange_id as ref, state || ' after ' || attempts || ' attempts, order ' || coalesce(order_no, '-') as detail,
        created_at as since, null as account_id, contract_id,
        jsonb_build_object('system', 'carrier', 'request', coalesce(request ->> 'kind', request ->> 'command', request ->> 'type'),
          'attempts', attempts, 'state', state, 'orderNo', order_no) as facts
      from carrier_exchange
      where state in ('requested', 'sent', 'unknown') and created_at <= $now - interval '1 hour'`,
  },
} satisfies Findings
