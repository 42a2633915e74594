import type { Findings } from '#backend/finding.ts'

export const callFindings = {
  'call-not-rated': {
    what: 'calls and messages that cannot be rated',
    resolve:
      'Publish the missing price row, or have the carrier send the record again with a higher revision. The next import takes it up; a closed month is not changed. What is never charged: npm run findings -- done call-not-rated "<record>" <case>.',
    canBeSettled: true,
    query: `
      select line_ref || ' ' || record_id || ' r' || revision as ref, reason || ': ' || fact as detail,
        failed_at as since
      from call_fault where resolved_at is null`,
  },
  'call-of-unknown-line': {
    what: 'call records of lines we do not know',
    resolve:
      'Compare the carrier reference with the open orders. Records are taken up by themselves once the line is known. Of a line that is none of ours: npm run findings -- done call-of-unknown-line <line> <case>.',
    canBeSettled: true,
    query: `
      select line_ref as ref, count(*) || ' records' as detail, min(received_at) as since
      from call_stray group by line_ref`,
  },
} satisfies Findings
