import type { Findings } from '#backend/finding.ts'

export const successionFindings = {
  successions: {
    what: 'successions to a contract whose papers wait for staff',
    resolve:
      'npm run successions shows each with its papers; accept it, ask for other papers (pause: the death is shown), or reject it. One that is decided and stays here could not be carried out: the log says why each hour, and another decision takes the place of it.',
    queue: 'succession',
    ifLeft: 'ご家族の手続きが止まったままです。ご契約が続いているあいだは、料金もかかり続けます。',
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

/** Laws of contracts to which heirs succeed. */
export const successionLaws = {
  'a contract is paused only by a succession that is open, or that ends it': `
    select c.contract_id, 'succession_since' as what, c.succession_since::text as found
    from contract c
    where c.succession_since is not null and not exists (
      select from succession s where s.contract_id = c.contract_id
        and (s.state in ('submitted', 'documents_requested', 'announced') or (s.state = 'accepted' and s.wish = 'end')))`,

  'a succession is carried out when its holder has had the time to stop it': `
    select contract_id, order_no as what, closed_at::text as found
    from succession where state = 'accepted' and moves_from > closed_at`,
}
