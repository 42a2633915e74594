/** By whose chain a grant is recorded; where a law has let go of that chain, nothing can be compared any more. */
const grants = `
  select g.*, coalesce(g.contract_id, g.account_id) as chain from access_grant g
  where exists (select from audit_head h where h.chain = coalesce(g.contract_id, g.account_id))`

/** Who read what is in the member's chain and on the member's page, which is made of the other two tables. */
export const grantLaws = {
  'every opening of a record is in the chain of the member': `
    select g.chain as contract_id, g.grant_id as what, 'no entry' as found from (${grants}) g
    where not exists (select from audit_entry e where e.chain = g.chain and e.target = g.grant_id
      and e.action = 'record-opened' and e.details ->> 'staff' = g.staff_id and e.details ->> 'caseNo' = g.ticket_no)`,

  'everything that a grant read is in the chain of the member': `
    select g.chain as contract_id, g.grant_id as what, r.what || ' without an entry' as found
    from (${grants}) g join access_read r using (account_id, grant_id)
    where not exists (select from audit_entry e where e.chain = g.chain and e.details ->> 'staff' = g.staff_id
      and e.details ->> 'caseNo' = g.ticket_no and case r.kind
        when 'part' then e.action = 'record-read' and e.target = g.grant_id and e.details ->> 'part' = r.what
        else e.action = 'field-shown' and e.details ->> 'field' = r.what end)`,

  "every reading in a chain is on the member's page": `
    select e.chain as contract_id, e.target as what, coalesce(e.details ->> 'part', 'opening') || ' not listed' as found
    from audit_entry e
    where e.action in ('record-opened', 'record-read') and not exists (
      select from access_grant g left join access_read r
        on (r.account_id, r.grant_id, r.kind, r.what) = (g.account_id, g.grant_id, 'part', e.details ->> 'part')
      where g.grant_id = e.target and (e.action = 'record-opened' or r.what is not null))`,
}
