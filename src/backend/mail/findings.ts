import type { Findings } from '#backend/finding.ts'

export const mailFindings = {
  'mail-not-sent': {
    what: 'mails that have waited for an hour or could not be sent',
    resolve:
      'Look at MAIL_URL and the mail server. What waits is sent again by itself; the same words are in my page. A text message the carrier does not take stays failed: npm run findings -- done mail-not-sent <mail> <case>.',
    canBeSettled: true,
    query: `
      select mail_id as ref, state as detail, queued_at as since from mail_message
      where state = 'failed' or (state = 'queued' and waits_since <= now() - interval '1 hour')`,
  },
} satisfies Findings
