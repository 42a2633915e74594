import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import { recordChange } from '#backend/step/record-change.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { LinkStep } from '#vocabulary/console-record.ts'
import { ALL_BILLS, pages, payPage, withQuery } from '#vocabulary/pages.ts'
import { linkMessage } from '../messages.ts'
import { requireSomeProof } from '../queries/facts.ts'
import { actingBy, lockGrant, prolong, type Reading } from '../rows/grants.ts'

/** What a step is filled in with: the fields of its own form, by their names. */
export type Filled = Readonly<Record<string, string | undefined>>

/**
 * Sends the member the screen of a step, filled in as far as it is known: 確認 where fields are given. The member
 * confirms it. A weak proof is enough: the link opens nothing without the member's own login.
 * @throws RefusalError GRANT_OVER, CALLER_NOT_PROVED
 */
export async function sendLink(
  tx: Db,
  deps: Pick<AreaDeps, 'outbox'>,
  reading: Reading,
  { step, filled }: { readonly step: LinkStep; readonly filled: Filled },
): Promise<{ sentAt: string }> {
  const { now } = reading
  const row = await prolong(tx, await lockGrant(tx, reading), now)
  await requireSomeProof(tx, row, now)
  const { account_id: accountId, ticket_no: ticketNo } = row
  const sent = { accountId, ticketNo, step, path: pathOf(step, filled), nth: newId('lnk') }
  await recordChange(tx, deps, actingBy(row, reading), {
    action: 'step-sent',
    target: row.grant_id,
    details: { step },
    message: () => linkMessage(sent),
  })
  return { sentAt: formatRfc3339(now) }
}

function pathOf(step: LinkStep, filled: Filled): string {
  if (step === 'pay') return payPage(ALL_BILLS)
  const page = pages[step]
  const isFilled = Object.values(filled).some((value) => value !== undefined)
  return isFilled ? withQuery(page, { step: 'confirm', ...filled }) : page
}
