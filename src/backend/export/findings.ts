import type { Findings } from '#backend/finding.ts'

export const exportFindings = {
  'export-not-gathered': {
    what: 'files of what is held about a member that could not be gathered, or are not ready after a day',
    resolve:
      'The log has the reason as `job failed`. After a day the member was told and can ask anew; the row goes by itself when it expires.',
    queue: 'message',
    ifLeft: '会員が請求した「保有している情報」のファイルを渡せません。',
    acts: [],
    query: `
      select export_id as ref, state || ', ' || tables_done || ' of ' || cardinality(tables) || ' tables' as detail,
        requested_at as since, account_id, null as contract_id, jsonb_build_object('state', state) as facts
      from member_export
      where state = 'failed' or (state = 'gathering' and requested_at <= $now - interval '1 day')`,
  },
} satisfies Findings
