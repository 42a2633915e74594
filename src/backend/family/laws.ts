import type { Instant } from '#domain/tokyo.ts'

/** The hour writes down what is over (`commands/end-role.ts`); two of them are time enough. */
export const familyLaws = (now: Instant) => ({
  'a role ends with its contract, its line and its holder': `
    select r.contract_id, r.role_id as what, 'active, ' || case
      when c.account_id <> r.holder_account_id then 'of a holder before'
      when c.status not in ('active', 'suspended', 'cancel_reserved') then 'contract ' || c.status
      else 'line ' || coalesce(l.status, 'unknown') end as found
    from family_role r
    join contract c using (contract_id)
    left join line l on l.contract_id = r.contract_id and l.line_id = r.line_id
    where r.state = 'active' and (
      (c.account_id <> r.holder_account_id and c.succeeded_at < ${hoursBefore(now, 2)})
      or (c.status not in ('active', 'suspended', 'cancel_reserved')
        and c.ends_on < (${hoursBefore(now, 26)} at time zone 'Asia/Tokyo')::date)
      or (r.line_id is not null and (l.line_id is null
        or (l.status = 'ended' and l.ends_on < (${hoursBefore(now, 26)} at time zone 'Asia/Tokyo')::date))))`,

  'nobody has a role at a contract of their own': `
    select contract_id, role_id as what, 'of the holder' as found
    from family_role where state = 'active' and account_id = holder_account_id`,
})

const hoursBefore = (now: Instant, hours: number) =>
  `timestamptz '${now.subtract({ hours }).toString()}'`
