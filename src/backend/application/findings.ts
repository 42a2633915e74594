import type { Findings } from '#backend/finding.ts'

export const applicationFindings = {
  'application-in-review': {
    what: 'applications for a contract that wait for staff',
    resolve:
      'Look at them by npm run applications, and accept or reject each; one that waits for its identity check goes on with it (npm run reviews).',
    query: `
      select order_no as ref, doubt as detail, submitted_at as since
      from application where state = 'in_review' and decision is null`,
  },
} satisfies Findings
