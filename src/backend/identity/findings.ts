import type { Findings } from '#backend/finding.ts'

export const identityFindings = {
  'identity-by-hand': {
    what: 'identity checks that were handed to staff',
    resolve:
      'Compare the documents the member sends with the registered data and decide the check by npm run reviews; the order goes on or ends with it.',
    queue: 'identity',
    ifLeft: '本人確認が終わらず、待っている手続きが進みません。',
    acts: ['identity.ask', 'identity.approve'],
    query: `
      select check_id as ref, 'order ' || order_no || ', ' || attempts || ' readings' as detail, changed_at as since,
        account_id, contract_id, jsonb_build_object('orderNo', order_no, 'attempts', attempts, 'fields', failure, 'asked', asked) as facts
      from identity_check where state = 'manual'`,
  },
} satisfies Findings
