import type { Db } from '#backend/db/connect.ts'
import { estimateJoin } from '#backend/option/estimate.ts'
import { createOptionService } from '#backend/option/service.ts'
import { optionTerms } from '#backend/option/terms.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { OptionCode } from '#vocabulary/option.ts'
import type { Services } from '../services.ts'
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
  const service = createOptionService(services)
  const who = {
    actor: 'member',
    contractId,
    accountId,
    now,
    traceKey: 'seed',
    sessionHash: 'seed',
  } as const
  const join = async (optionCode: OptionCode, lineId?: string) => {
    const loaded = await service.load(tx, contractId, now)
    const { conditions } = estimateJoin(loaded, { code: optionCode, lineId }, false, now)
    const termsVersion = optionTerms[optionCode].version
    await service.join(tx, who, { optionCode, lineId, conditions, termsVersion, userUnder18: true })
  }
  await join('filtering', lines[1]?.lineId)
  await join('publicWifi')
}
