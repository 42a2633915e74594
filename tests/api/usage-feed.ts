import type { CarrierPort, UsageRecord } from '#backend/ports/carrier.ts'
import { bytes, noBytes } from '#domain/bytes.ts'
import { formatRfc3339, instant } from '#domain/tokyo.ts'

/** A carrier whose usage feed holds just these records, in batches of `batch`: for tests of the import. */
export const feedOf = (
  carrier: CarrierPort,
  records: readonly UsageRecord[],
  batch?: number,
): CarrierPort => ({ ...carrier, ...usageFeed(records, batch) })

/** The feed alone. */
export function usageFeed(
  records: readonly UsageRecord[],
  batch = 1000,
): Pick<CarrierPort, 'usage'> {
  return {
    usage: async (after, _limit, until) => {
      const begin = Number(after || '0')
      const rows = records.slice(begin, begin + batch)
      const end = begin + rows.length
      const value = {
        rows: [...rows],
        nextCursor: String(end),
        more: end < records.length,
        through: until ?? '',
      }
      return { kind: 'accepted', value }
    },
  }
}

/** An hour of a line; `from` is the hour's beginning in Japan, like 2026-11-20T09. */
export function hourOf(
  lineRef: string,
  from: string,
  highMegabytes: number,
  more: Partial<UsageRecord> = {},
): UsageRecord {
  const begin = instant(`${from}:00:00+09:00`)
  return {
    recordId: `u-${lineRef}-${from}`,
    lineRef,
    from: formatRfc3339(begin),
    to: formatRfc3339(begin.add({ hours: 1 })),
    highBytes: bytes(highMegabytes * 1_000_000),
    lowBytes: noBytes,
    revision: 1,
    ...more,
  }
}
