import type { Findings } from '#backend/finding.ts'

export const mailFindings = {
  'mail-not-sent': {
    what: 'mails that have waited for an hour or could not be sent',
    resolve:
      'Look at MAIL_URL and the mail server. What waits is sent again by itself; the same words are in my page. A text message the carrier does not take stays failed: npm run findings -- done mail-not-sent <mail> <case>.',
    queue: 'message',
    ifLeft: 'お知らせが会員に届いていません。',
    acts: ['message.again', 'finding.settle'],
    canBeSettled: true,
    query: `
      select mail_id as ref, state as detail, queued_at as since, account_id, null as contract_id,
        jsonb_build_object('channel', channel, 'state', state) as facts
      from mail_message
      where state = 'failed' or (state = 'queued' and waits_since <= now() - interval '1 hour')`,
  },
  'push-not-sent': {
    what: 'pushes that a push service refused, or that could not be given to it for a day, in the last 14 days',
    resolve:
      'Look at PUSH_PUBLIC_KEY, PUSH_PRIVATE_KEY and PUSH_SERVICES, and at the log of push-send: devices know a push by the key they were added with. The same words are in my page, and by mail where that was not stopped. Ticked off by npm run findings -- done push-not-sent <push> <case>.',
    queue: 'message',
    ifLeft: 'この端末への次のプッシュ通知も、届かないおそれがあります。',
    acts: ['finding.settle'],
    canBeSettled: true,
    query: `
      select push_id as ref, state as detail, queued_at as since, account_id, null as contract_id,
        jsonb_build_object('kind', kind, 'state', state) as facts
      from push_message
      where state = 'failed' and queued_at > $now::timestamptz - interval '14 days'`,
  },
  'mail-returned': {
    what: 'mails that came back by the rules of the other side, or with words that nobody could read, in the last 14 days',
    resolve:
      'Look at the status code: 5.7 says that we are blocked or not authenticated (npm run check -- mail), 5.3 and 5.6 that the mail is too large or malformed. What came back is in the log of the mail server, under the id of the mail. Ticked off by npm run findings -- done mail-returned <mail> <case>.',
    queue: 'message',
    ifLeft: 'この会員への次のメールも、戻ってくるおそれがあります。',
    acts: ['finding.settle'],
    canBeSettled: true,
    query: `
      select mail_id as ref, concat_ws(' ', kind, status) as detail, returned_at as since,
        account_id, null as contract_id, jsonb_build_object('reason', kind, 'fact', status) as facts
      from mail_return
      where kind in ('refused', 'unread') and returned_at > $now::timestamptz - interval '14 days'`,
  },
} satisfies Findings
