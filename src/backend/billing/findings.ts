import type { Findings } from '#backend/finding.ts'

export const billingFindings = {
  'bill-not-closed': {
    what: 'contracts whose bill of a month could not be made',
    resolve: 'Repair the fact that is named, then run npm run close -- <month> again.',
    query: `
      select contract_id || ' ' || month as ref, reason || ': ' || fact as detail, failed_at as since
      from close_failure where resolved_at is null`,
  },
  'payment-answer-unknown': {
    what: 'card payments without an answer for an hour',
    resolve:
      'Nothing is charged again. The processor is asked for the order id every hour; if it stays unknown, ask the processor.',
    query: `
      select order_id as ref, contract_id || ' ' || month || ', ' || amount_yen || ' yen' as detail, sent_at as since
      from payment where state in ('sent', 'unknown') and sent_at <= $now - interval '1 hour'`,
  },
  'refund-answer-unknown': {
    what: 'refunds to a card without an answer for an hour',
    resolve:
      'Nothing is given back twice. The processor is asked for the refund id every hour; if it stays unknown, ask the processor.',
    query: `
      select refund_id as ref, contract_id || ' ' || month || ', ' || amount_yen || ' yen' as detail, requested_at as since
      from refund where state in ('sent', 'unknown') and requested_at <= $now - interval '1 hour'`,
  },
  'refund-refused': {
    what: 'refunds that no card would take',
    resolve:
      'npm run refunds lists them with the reasons, and asks again or records a bank transfer.',
    query: `
      select bill_id as ref, contract_id || ' ' || month as detail, null::timestamptz as since
      from bill where state = 'refund_refused'`,
  },
} satisfies Findings
