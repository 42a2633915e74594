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
