import type { Findings } from '#backend/finding.ts'

export const familyFindings = {
  'family-not-ended': {
    what: 'roles and requests of a family that the hour could not write down as over',
    resolve:
      'Nobody gets anything by them any more, and the hour tries them again. The log has the reason as `family role not ended` or `family request not ended`, by its id.',
    queue: 'order',
    ifLeft: '終わった役割やお願いが、記録の上で続いたままになり、終わりの知らせが届きません。',
    acts: [],
    query: `
      select r.role_id as ref, r.role || ', invitation' as detail, r.expires_at as since, null as account_id,
        r.contract_id, '{}'::jsonb as facts
      from family_role r where r.state = 'invited' and r.expires_at < $now - interval '2 hours'
      union all
      select q.request_id, q.kind || ', request', q.expires_at, null, q.contract_id, '{}'::jsonb
      from family_request q where q.state = 'open' and q.expires_at < $now - interval '2 hours'`,
  },
} satisfies Findings
