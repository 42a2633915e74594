import type { Findings } from '#backend/finding.ts'
import type { Instant } from '#domain/tokyo.ts'

export const identityFindings = {
  'identity-by-hand': {
    what: 'identity checks that were handed to staff',
    resolve:
      'Compare the documents the member sends with the registered data and decide the check by npm run reviews; the order goes on or ends with it.',
    queue: 'identity',
    ifLeft: '本人確認が終わらず、待っている手続きが進みません。',
    acts: ['identity.ask', 'identity.approve'],
    query: `
      select check_id as ref, 'order ' || order_no || ', ' || attempts || ' readings' as detail, changed_at as since,
        account_id, contract_id, jsonb_build_object('orderNo', order_no, 'attempts', attempts, 'fields', failure, 'asked', asked) as facts
      from identity_check where state = 'manual'`,
  },
} satisfies Findings

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
