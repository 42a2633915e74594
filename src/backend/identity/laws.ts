import type { Instant } from '#domain/tokyo.ts'

/** Laws of the tables of identifications. */
export const identityLaws = (now: Instant) => ({
  // Two days are time enough for the records of a version before, which the worker writes once a day.
  'who was identified has a record of it': `
    select c.account_id as contract_id, c.check_id as what, 'has no record' as found
    from identity_check c
    where c.state = 'matched' and c.changed_at < timestamptz '${now.subtract({ hours: 48 }).toString()}'
      and not exists (select from identity_record r where r.account_id = c.account_id and r.check_id = c.check_id)`,

  'a record is of a check that was passed': `
    select r.account_id as contract_id, r.check_id as what, c.state as found
    from identity_record r join identity_check c on c.account_id = r.account_id and c.check_id = r.check_id
    where c.state <> 'matched' or c.verified_on <> r.verified_on`,
})
