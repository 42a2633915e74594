import type { Findings } from '#backend/finding.ts'

export const successionFindings = {
  successions: {
    what: 'successions to a contract whose papers wait for staff',
    resolve:
      'npm run successions shows each with its papers; accept it, ask for other papers (pause: the death is shown), or reject it. One that is decided and stays here could not be carried out: the log says why each hour, and another decision takes the place of it.',
    queue: 'succession',
    ifLeft: 'ご家族の手続きが止まったままで、ご契約の料金はかかり続けます。',
    acts: ['succession.ask', 'succession.accept'],
    hasDate: true,
    query: `
      select order_no as ref, wish || coalesce(', decided: ' || decision, '') as detail, submitted_at as since,
        account_id, contract_id, moves_from as due,
        jsonb_build_object('kind', wish, 'state', state, 'decision', decision, 'asked', asked) as facts
      from succession
      where state = 'submitted' or (state = 'documents_requested' and decision is not null)
        or (state = 'announced' and (decision is not null or moves_from <= $now - interval '2 hours'))`,
  },
} satisfies Findings
