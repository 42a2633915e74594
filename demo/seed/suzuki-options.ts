import type { Db } from '#backend/db/connect.ts'
import { joinOption, optionTerms } from '#backend/option/public.ts'
import { estimateJoin } from '#backend/option/queries/estimate.ts'
import { loadOptions } from '#backend/option/queries/load.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { OptionCode } from '#vocabulary/option.ts'
import type { Services } from '#server/services.ts'
import type { SeedContract } from './life.ts'

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
  const who = {
    actor: 'member',
    contractId,
    accountId,
    now,
    traceKey: 'seed',
    sessionHash: 'seed',
  } as const
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
