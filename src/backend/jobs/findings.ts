import type { Findings } from '#backend/finding.ts'

export const jobFindings = {
  'job-failed': {
    what: 'background work that was given up after its last try, of the last week',
    resolve:
      "The log has the reason as `job failed`. Once it is mended: update pgboss.job set state = 'retry', start_after = now() where id = the id listed.",
    query: `
      select id::text as ref, name || ' after ' || retry_count + 1 || ' tries' as detail, created_on as since
      from pgboss.job where state = 'failed'`,
  },
} satisfies Findings
