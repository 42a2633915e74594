import type { Db } from '#backend/db/connect.ts'
import { endOfDay, endOfMonth, startOfDay, startOfMonth, tokyoMonth } from '#domain/tokyo.ts'
import { subjectOf } from '#demo/seed/demo-members.ts'
import type { Services } from '#server/services.ts'

type Volumes = { readonly highBytes: number; readonly lowBytes: number }

/** What carrier and ledger say of a member's month, each by itself; summed over the contract's lines. */
export type UsageFacts = {
  readonly carrier: Volumes
  readonly records: Volumes
  /** Taken from buckets for this month's records, and used without a bucket to take it from. */
  readonly ledgerBytes: number
  readonly uncoveredBytes: number
  /** Sum of all entries of the buckets that are in force. */
  readonly balanceBytes: number
}

export async function usageFacts(
  services: Services,
  asked: { loginId: string; month: string },
): Promise<UsageFacts> {
  const { db } = services.database
  const month = tokyoMonth(asked.month)
  const { contract_id: contractId } = await db
    .selectFrom('contract')
    .innerJoin('account', 'account.account_id', 'contract.account_id')
    .select('contract_id')
    .where('subject', '=', subjectOf(asked.loginId))
    .executeTakeFirstOrThrow()
  const records = await db
    .selectFrom('usage_record')
    .select(['record_id', 'high_bytes', 'low_bytes', 'uncovered_bytes'])
    .where('contract_id', '=', contractId)
    .where('from_at', '>=', startOfDay(startOfMonth(month)))
    .where('from_at', '<', endOfDay(endOfMonth(month)))
    .execute()
  const entries = await entriesOf(db, contractId)
  const sources = new Set(records.map((one) => `usage/${one.record_id}`))
  const now = services.clock.now()
  return {
    carrier: await carrierTotal(services, contractId, month),
    records: {
      highBytes: sum(records.map((one) => one.high_bytes)),
      lowBytes: sum(records.map((one) => one.low_bytes)),
    },
    ledgerBytes: 0 - sum(entries.filter((one) => sources.has(one.source)).map((one) => one.bytes)),
    uncoveredBytes: sum(records.map((one) => one.uncovered_bytes)),
    balanceBytes: sum(
      entries
        .filter((one) => Temporal.Instant.compare(one.expires_at, now) > 0)
        .map((one) => one.bytes),
    ),
  }
}

async function entriesOf(db: Db, contractId: string) {
  return db
    .selectFrom('data_entry')
    .innerJoin('data_bucket', (join) =>
      join
        .onRef('data_bucket.contract_id', '=', 'data_entry.contract_id')
        .onRef('data_bucket.bucket_id', '=', 'data_entry.bucket_id'),
    )
    .select(['source', 'bytes', 'expires_at'])
    .where('data_entry.contract_id', '=', contractId)
    .execute()
}

async function carrierTotal({ database, carrier }: Services, contractId: string, month: string) {
  const lines = await database.db
    .selectFrom('line')
    .select('carrier_ref')
    .where('contract_id', '=', contractId)
    .execute()
  const total = { highBytes: 0, lowBytes: 0 }
  for (const line of lines) {
    const answer = await carrier.usageTotal(line.carrier_ref, month)
    if (answer.kind !== 'accepted') throw new Error(`the carrier has no total: ${answer.kind}`)
    total.highBytes += answer.value.highBytes
    total.lowBytes += answer.value.lowBytes
  }
  return total
}

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)
