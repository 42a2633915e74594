import { importUsage } from '#backend/data/public.ts'
import { bytes } from '#domain/bytes.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import { subjectOf } from '#demo/seed/demo-members.ts'
import type { Services } from '#server/services.ts'
import { hourOf } from '../api/usage-feed.ts'

export type SlowUse = { readonly loginId: string; readonly megabytes: number }

/** As when a member's first line is switched to low speed and uses so much within the last hour; the hour's work is done then. */
export async function useSlowly(services: Services, { loginId, megabytes }: SlowUse) {
  const { database, clock, carrier } = services
  const { contract_id, line_id, carrier_ref } = await database.db
    .selectFrom('line')
    .innerJoin('contract', 'contract.contract_id', 'line.contract_id')
    .innerJoin('account', 'account.account_id', 'contract.account_id')
    .select(['line.contract_id', 'line.line_id', 'line.carrier_ref'])
    .where('subject', '=', subjectOf(loginId))
    .orderBy('line.position')
    .limit(1)
    .executeTakeFirstOrThrow()
  await database.db
    .updateTable('line')
    .set({ high_speed_on: false })
    .where('contract_id', '=', contract_id)
    .where('line_id', '=', line_id)
    .execute()
  const now = clock.now()
  const from = formatRfc3339(now.subtract({ hours: 1 })).slice(0, 13)
  const record = hourOf(carrier_ref, from, 0, {
    // In place of what the demo's carrier has said of the hour.
    revision: 1000,
    lowBytes: bytes(megabytes * 1_000_000),
  })
  const usage: typeof carrier.usage = async (after, _limit, until) => ({
    kind: 'accepted',
    value: { rows: [record], nextCursor: after, more: false, through: until ?? '' },
  })
  await importUsage({ ...services, carrier: { ...carrier, usage } }, now)
  const tasks = services.work.flatMap((part) => part.tasks ?? [])
  await tasks.find(({ name }) => name === 'usage and ledger')?.run(now)
}
