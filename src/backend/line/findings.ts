import type { Findings } from '#backend/finding.ts'

export const callFindings = {
  'call-not-rated': {
    what: 'calls and messages that cannot be rated',
    resolve:
      'Publish the missing price row, or have the carrier send the record again with a higher revision. The next import takes it up; a closed month is not changed. What is never charged: npm run findings -- done call-not-rated "<record>" <case>.',
    queue: 'usage',
    ifLeft: 'この通話は請求に入りません。月が締まると請求できなくなります。',
    acts: ['finding.settle'],
    canBeSettled: true,
    query: `
      select line_ref || ' ' || record_id || ' r' || revision as ref, reason || ': ' || fact as detail,
        failed_at as since, null as account_id, null as contract_id,
        jsonb_build_object('reason', reason, 'fact', fact) as facts
      from call_fault where resolved_at is null`,
  },
  'call-of-unknown-line': {
    what: 'call records of lines we do not know',
    resolve:
      'Compare the carrier reference with the open orders. Records are taken up by themselves once the line is known. Of a line that is none of ours: npm run findings -- done call-of-unknown-line <line> <case>.',
    queue: 'usage',
    ifLeft: 'この通話は、どの会員の請求にも入りません。',
    acts: ['finding.settle'],
    canBeSettled: true,
    query: `
      select line_ref as ref, count(*) || ' records' as detail, min(received_at) as since,
        null as account_id, null as contract_id, jsonb_build_object('records', count(*)) as facts
      from call_stray group by line_ref`,
  },
} satisfies Findings
