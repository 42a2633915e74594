import type { Findings } from '#backend/finding.ts'

export const documentFindings = {
  'document-not-made': {
    what: 'contract documents that were asked for an hour ago and are not made, or hold characters that cannot be printed',
    resolve:
      'One that is only late is made by the next hourly round; look at job-failed. Unprintable: the member was asked to write to the desk. Agree on a spelling that can be printed; the next document replaces this one. Then npm run findings -- done document-not-made <document> <case>.',
    queue: 'message',
    ifLeft: '契約書面が会員に届きません。法令で交付する書面です。',
    acts: ['finding.settle'],
    canBeSettled: true,
    query: `
      select doc_id as ref, contract_id || ' version ' || version || ', ' || state as detail, requested_at as since,
        null as account_id, contract_id, jsonb_build_object('state', state, 'version', version) as facts
      from contract_document
      where state = 'unprintable' or (state = 'requested' and requested_at <= $now - interval '1 hour')`,
  },
} satisfies Findings
