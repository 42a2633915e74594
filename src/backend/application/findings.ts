import type { Findings } from '#backend/finding.ts'

export const applicationFindings = {
  'application-in-review': {
    what: 'applications for a contract that wait for staff',
    resolve:
      'Look at them by npm run applications, and accept or reject each; one that waits for its identity check goes on with it (npm run reviews).',
    queue: 'application',
    ifLeft: 'お申し込みが止まったままで、回線を開通できません。',
    acts: ['application.decide'],
    query: `
      select order_no as ref, doubt as detail, submitted_at as since, account_id, null as contract_id,
        jsonb_build_object('doubt', doubt) as facts
      from application where state = 'in_review' and decision is null`,
  },
} satisfies Findings
