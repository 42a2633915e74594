import type { Findings } from '#backend/finding.ts'

export const dataFindings = {
  'usage-differs': {
    what: 'lines whose month differs between the carrier and us',
    resolve:
      'Ask the carrier to send the records of that line and month again with a higher revision; the finding closes itself once the totals agree.',
    queue: 'usage',
    ifLeft: 'データ残量と請求が、回線網の記録と食い違ったままになります。',
    acts: [],
    query: `
      select contract_id || ' ' || line_id || ' ' || month as ref, found_at as since,
        'carrier ' || carrier_high_bytes || ' + ' || carrier_low_bytes || ', ours ' || our_high_bytes || ' + '
          || our_low_bytes || ' bytes' as detail, null as account_id, contract_id,
        jsonb_build_object('month', month, 'carrierBytes', carrier_high_bytes + carrier_low_bytes,
          'ourBytes', our_high_bytes + our_low_bytes) as facts
      from usage_finding where resolved_at is null`,
  },
  'feed-stopped': {
    what: "the carrier's feeds of usage and calls that have brought nothing complete for three hours",
    resolve:
      'The log has the reason as `usage feed gave no batch` or `call feed gave no batch`. Have the carrier mend the feed; everything since is read by itself, and nothing is lost.',
    queue: 'usage',
    ifLeft: 'データ残量と通話の明細が新しくならず、使いすぎのお知らせも届きません。',
    acts: [],
    query: `
      select source as ref, least(imported_at, through) as since,
        'nothing complete since ' || least(imported_at, through) as detail, null as account_id, null as contract_id,
        jsonb_build_object('source', source) as facts
      from import_cursor where least(imported_at, through) < $now - interval '3 hours'`,
  },
  'usage-of-unknown-line': {
    what: 'usage records of lines we do not know',
    resolve:
      'Compare the carrier reference with the open orders. Records are taken up by themselves once the line is known. Of a line that is none of ours: npm run findings -- done usage-of-unknown-line <line> <case>.',
    queue: 'usage',
    ifLeft: '使われたデータ量が、どの会員の残量からも引かれません。',
    acts: ['finding.settle'],
    canBeSettled: true,
    query: `
      select line_ref as ref, count(*) || ' records from ' || min(from_at) || ' to ' || max(to_at) as detail,
        min(received_at) as since, null as account_id, null as contract_id, jsonb_build_object('records', count(*)) as facts
      from usage_stray group by line_ref`,
  },
  'usage-of-rolled-up-month': {
    what: 'usage records of months whose records are rolled up already',
    resolve:
      'The ledger and the bill of that month are closed. Ask the carrier why they come so late; give back what was charged by hand, if anything. Then npm run findings -- done usage-of-rolled-up-month <line> <case>.',
    queue: 'usage',
    ifLeft: '締めた月の利用が、請求に入らないままになります。',
    acts: ['finding.settle'],
    canBeSettled: true,
    query: `
      select line_ref as ref, count(*) || ' records from ' || min(from_at) || ' to ' || max(to_at) as detail,
        min(received_at) as since, null as account_id, null as contract_id, jsonb_build_object('records', count(*)) as facts
      from usage_late group by line_ref`,
  },
} satisfies Findings
