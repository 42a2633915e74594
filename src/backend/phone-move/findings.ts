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
