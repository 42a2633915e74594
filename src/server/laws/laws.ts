import { moneyLaws } from '#backend/billing/findings.ts'
import { contactLaws } from '#backend/contact/findings.ts'
import { grantLaws } from '#backend/console/grant/findings.ts'
import { dataLaws } from '#backend/data/findings.ts'
import { familyLaws } from '#backend/family/findings.ts'
import { familyRequestLaws } from '#backend/family-request/findings.ts'
import { giftLaws } from '#backend/gift/findings.ts'
import { identityLaws } from '#backend/identity/findings.ts'
import { invoiceLaws } from '#backend/invoice/findings.ts'
import { passkeyLaws } from '#backend/passkey/findings.ts'
import { procedureLaws } from '#backend/procedure/findings.ts'
import type { Registry } from '#backend/procedure/registry.ts'
import { successionLaws } from '#backend/succession/findings.ts'
import type { Instant } from '#domain/tokyo.ts'

export type Law = {
  readonly name: string
  readonly query: string
  /** Usage that is not settled yet is no fault. */
  readonly awaitsCharge: boolean
}

/** Every law of the house, of money, data, procedures, invoices and the audit, each one question to the tables. */
export function lawsOfTheHouse(procedures: Registry, now: Instant): readonly Law[] {
  const named = (laws: Readonly<Record<string, string>>, awaitsCharge = false) =>
    Object.entries(laws).map(([name, query]) => ({ name, query, awaitsCharge }))
  return [
    ...named(moneyLaws),
    ...named(invoiceLaws),
    ...named(dataLaws, true),
    ...named(giftLaws),
    ...named(familyLaws(now)),
    ...named(familyRequestLaws(now)),
    ...procedureLaws(procedures, now).flatMap((laws) => named(laws)),
    ...named(successionLaws),
    ...named(contactLaws),
    ...named(identityLaws(now)),
    ...named(passkeyLaws),
    ...named(grantLaws),
    ...named(auditLaws),
  ]
}

const auditLaws = {
  'the chain of an audit is unbroken': `
    select chain as contract_id, 'position ' || min(position) as what, 'does not follow from the one before' as found
    from (select chain, position, previous_hash, lag(hash, 1, '') over own as before, row_number() over own as place
      from audit_entry window own as (partition by chain order by position)) linked
    where position <> place or previous_hash <> before group by chain`,
  'an audit ends where its head says': `
    select chain as contract_id, 'position ' || position as what, 'is not the last entry' as found
    from audit_head h
    where not exists (select from audit_entry e where (e.chain, e.position, e.hash) = (h.chain, h.position, h.hash))
      or exists (select from audit_entry e where e.chain = h.chain and e.position > h.position)
    union all
    select distinct chain, 'no head', 'but entries' from audit_entry e
    where not exists (select from audit_head h where h.chain = e.chain)`,
}
