import type { Findings } from '#backend/finding.ts'

export const webhookFindings = {
  'webhook-not-sent': {
    what: 'events that have been due to a member’s webhook for an hour and were not tried: receivers that do not answer are not among them',
    resolve:
      'Look at the worker and at the jobs webhook-send and webhook-send-again (npm run findings, job-failed). What waits is sent by the next hour by itself; what is three days old is given up.',
    queue: 'message',
    ifLeft: '会員のプログラムに、できごとが届いていません。',
    acts: [],
    query: `
      select d.delivery_id as ref, d.type as detail, d.due_at as since, null as account_id, d.contract_id,
        '{}'::jsonb as facts
      from webhook_delivery d
      join webhook w using (contract_id, webhook_id)
      where d.state = 'waiting' and d.due_at < $now::timestamptz - interval '1 hour'
        and w.state = 'on' and (w.rests_until is null or w.rests_until < $now::timestamptz - interval '1 hour')`,
  },
} satisfies Findings
