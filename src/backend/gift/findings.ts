import type { Findings } from '#backend/finding.ts'

export const giftFindings = {
  'gift-not-brought-back': {
    what: 'gifts that nobody has taken and that the hour could not bring back',
    resolve:
      'Nobody can take them any more, and the hour tries them again. The log has the reason as `gift not brought back`, by its id.',
    queue: 'usage',
    ifLeft: '受け取られなかったギフトのデータが、贈った会員に戻りません。',
    acts: [],
    query: `
      select gift_id as ref, bytes || ' bytes' as detail, expires_at as since, null as account_id, contract_id,
        '{}'::jsonb as facts
      from gift where state = 'open' and expires_at < $now - interval '2 hours'`,
  },
} satisfies Findings
