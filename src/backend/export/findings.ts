import type { Findings } from '#backend/finding.ts'

export const exportFindings = {
  'export-not-gathered': {
    what: 'files of what is held about a member that could not be gathered, or are not ready after a day',
    resolve:
      'The log has the reason as `job failed`. After a day the member was told and can ask anew; the row goes by itself when it expires.',
    query: `
      select export_id as ref, state || ', ' || tables_done || ' of ' || cardinality(tables) || ' tables' as detail,
        requested_at as since
      from member_export
      where state = 'failed' or (state = 'gathering' and requested_at <= $now - interval '1 day')`,
  },
} satisfies Findings
