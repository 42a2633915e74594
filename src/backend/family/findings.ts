import type { Findings } from '#backend/finding.ts'
import type { Instant } from '#domain/tokyo.ts'

export const familyFindings = {
  'family-not-ended': {
    what: 'roles and requests of a family that the hour could not write down as over',
    resolve:
      'Nobody gets anything by them any more, and the hour tries them again. The log has the reason as `family role not ended` or `family request not ended`, by its id.',
    queue: 'order',
    ifLeft: '終わった役割やお願いが、記録の上で続いたままになり、終わりの知らせが届きません。',
    acts: [],
    query: `
      select r.role_id as ref, r.role || ', invitation' as detail, r.expires_at as since, null as account_id,
        r.contract_id, '{}'::jsonb as facts
      from family_role r where r.state = 'invited' and r.expires_at < $now - interval '2 hours'
      union all
      select q.request_id, q.kind || ', request', q.expires_at, null, q.contract_id, '{}'::jsonb
      from family_request q where q.state = 'open' and q.expires_at < $now - interval '2 hours'`,
  },
} satisfies Findings

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
