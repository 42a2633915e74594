import type { Findings } from '#backend/finding.ts'

export const billingFindings = {
  'bill-not-closed': {
    what: 'contracts whose bill of a month could not be made',
    resolve: 'Repair the fact that is named, then run npm run close -- <month> again.',
    queue: 'bill',
    ifLeft: 'この月の請求が確定せず、カードへ請求できません。',
    acts: ['bill.repair'],
    query: `
      select contract_id || ' ' || month as ref, reason || ': ' || fact as detail, failed_at as since,
        null as account_id, contract_id, jsonb_build_object('month', month, 'reason', case when reason like '%price%' then 'priceMissing' else 'defect' end,
          'fact', concat_ws(' ', reason, nullif(fact, ''))) as facts
      from close_failure where resolved_at is null`,
  },
  'payment-answer-unknown': {
    what: 'card payments without an answer for an hour',
    resolve:
      'Nothing is charged again. The processor is asked for the order id every hour; if it stays unknown, ask the processor.',
    queue: 'answer',
    ifLeft: '支払いが済んだか分からず、会員の画面は「確認中」のままです。',
    acts: ['exchange.again'],
    query: `
      select order_id as ref, contract_id || ' ' || month || ', ' || amount_yen || ' yen' as detail, sent_at as since,
        null as account_id, contract_id, jsonb_build_object('month', month, 'yen', amount_yen, 'attempts', attempt) as facts
      from payment where state in ('sent', 'unknown') and sent_at <= $now - interval '1 hour'`,
  },
  'refund-answer-unknown': {
    what: 'refunds to a card without an answer for an hour',
    resolve:
      'Nothing is given back twice. The processor is asked for the refund id every hour; if it stays unknown, ask the processor.',
    queue: 'refund',
    ifLeft: '返金がカードに届いたか分からないままです。',
    acts: ['exchange.again'],
    query: `
      select refund_id as ref, contract_id || ' ' || month || ', ' || amount_yen || ' yen' as detail, requested_at as since,
        null as account_id, contract_id, jsonb_build_object('month', month, 'yen', amount_yen) as facts
      from refund where state in ('sent', 'unknown') and requested_at <= $now - interval '1 hour'`,
  },
  'refund-refused': {
    what: 'refunds that no card would take',
    resolve:
      'npm run refunds lists them with the reasons, and asks again or records a bank transfer.',
    queue: 'refund',
    ifLeft: 'お返しするお金が会員に戻りません。',
    acts: ['refund.again', 'refund.transferred'],
    query: `
      select bill_id as ref, contract_id || ' ' || month as detail, null as account_id, contract_id,
        coalesce((select max(r.answered_at) from refund r
          where r.contract_id = bill.contract_id and r.month = bill.month), fixed_at) as since,
        jsonb_build_object('month', month, 'yen', -total_yen) as facts
      from bill where state = 'refund_refused'`,
  },
} satisfies Findings
