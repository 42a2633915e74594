import type { Findings } from '#backend/finding.ts'

export const identityFindings = {
  'identity-by-hand': {
    what: 'identity checks that were handed to staff',
    resolve:
      'Compare the documents the member sends with the registered data and decide the check by npm run reviews; the order goes on or ends with it.',
    query: `
      select check_id as ref, 'order ' || order_no || ', ' || attempts || ' readings' as detail, changed_at as since
      from identity_check where state = 'manual'`,
  },
} satisfies Findings
