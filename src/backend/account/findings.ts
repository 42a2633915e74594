import type { Findings } from '#backend/finding.ts'

export const accountFindings = {
  'contact-message-not-sent': {
    what: 'codes and notices to old and new contacts that have waited for an hour or could not be sent',
    resolve:
      'Look at the mail server, or at the carrier for text messages. The member can ask for a new code; one that failed stays: npm run findings -- done contact-message-not-sent <message> <case>.',
    queue: 'message',
    ifLeft: '確認コードや変更のお知らせが届かず、会員は手続きを進められません。',
    acts: ['message.again', 'finding.settle'],
    // What failed is emptied: the member asks for a new code.
    fits: (act, { state }) => act !== 'message.again' || state === 'queued',
    canBeSettled: true,
    query: `
      select message_id as ref, channel || ' ' || state as detail, queued_at as since, account_id, null as contract_id,
        jsonb_build_object('channel', channel, 'state', state) as facts
      from contact_message
      where state = 'failed' or (state = 'queued' and queued_at <= $now - interval '1 hour')`,
  },
} satisfies Findings
