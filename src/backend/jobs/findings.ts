import { sql } from 'kysely'
import type { Findings } from '#backend/finding.ts'

export const jobFindings = {
  'job-failed': {
    what: 'background work that was given up after its last try, of the last week',
    resolve:
      'The log has the reason as `job failed`. Once it is mended: npm run findings -- again job-failed <id>. What shall not be done any more: npm run findings -- done job-failed <id> <case>.',
    queue: 'message',
    ifLeft: '自動の処理が途中で止まったままです。会員への連絡や手続きが抜けることがあります。',
    acts: ['finding.settle'],
    canBeSettled: true,
    query: `
      select id::text as ref, name || ' after ' || retry_count + 1 || ' tries' as detail, created_on as since,
        null as account_id, null as contract_id, jsonb_build_object('job', name, 'attempts', retry_count + 1) as facts
      from pgboss.job where state = 'failed'`,
    /** As the queue's own library does it, and at once. */
    again: async (tx, ref) => {
      const { numAffectedRows } = await sql`
        update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, start_after = now()
        where id::text = ${ref} and state = 'failed'`.execute(tx)
      return numAffectedRows === 1n
    },
  },
} satisfies Findings
