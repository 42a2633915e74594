import { recordAudit } from '#backend/audit.ts'
import { setCap } from '#backend/data/commands/set-cap.ts'
import type { Db } from '#backend/db/connect.ts'
import { joinOption, optionTerms } from '#backend/option/public.ts'
import { estimateJoin } from '#backend/option/queries/estimate.ts'
import { loadOptions } from '#backend/option/queries/load.ts'
import { writeLimit } from '#backend/top-up/rows/spending.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { OptionCode } from '#vocabulary/option.ts'
import type { Services } from '#server/services.ts'
import type { SeedContract } from './life.ts'
import { seedWho } from './seed-who.ts'

/**
 * 鈴木's options, joined as a member joins them: Wi-Fi for the family, filtering on the line of the son. The worker has
 * them switched on at once.
 */
export async function seedSuzukiOptions(
  services: Services,
  tx: Db,
  { contractId, accountId, lines }: SeedContract,
  now: Instant,
) {
  const who = seedWho({ contractId, accountId }, now)
  const join = async (optionCode: OptionCode, lineId?: string) => {
    const facts = await loadOptions(tx, { contractId, now })
    const option = { code: optionCode, lineId }
    const { conditions } = estimateJoin(services, facts, { place: option, undoes: false, now })
    const termsVersion = optionTerms[optionCode].version
    const request = { optionCode, lineId, conditions, termsVersion, userUnder18: true }
    await joinOption(tx, services, who, request)
  }
  await join('filtering', lines[1]?.lineId)
  await join('publicWifi')
}

/** The ceiling 鈴木 has set for the family: high enough that a usual month stays below it. */
const LIMIT_YEN = 10_000

export async function seedSuzukiLimit(
  tx: Db,
  { contractId, accountId }: Pick<SeedContract, 'contractId' | 'accountId'>,
  now: Instant,
) {
  const version = await writeLimit(tx, { contractId, accountId, now }, LIMIT_YEN)
  await recordAudit(tx, {
    chain: contractId,
    at: now,
    actor: 'member',
    accountId,
    action: 'spending-limit-set',
    target: contractId,
    details: { version, limitYen: LIMIT_YEN },
  })
}

/** What 鈴木 lets the son's line use in a month: more than a usual one, so that he is not slow on the first day of the demo. */
const MONTH_MB = 8000

export async function seedSuzukiCap(
  services: Services,
  tx: Db,
  { contractId, accountId, lines }: SeedContract,
  now: Instant,
) {
  const lineId = lines[1]?.lineId
  if (lineId === undefined) return
  const who = seedWho({ contractId, accountId }, now)
  const cap = { over: 'month', monthMb: MONTH_MB, atCap: 'ask', warnPercent: 80 } as const
  await setCap(tx, services, who, { lineId, ...cap })
}
