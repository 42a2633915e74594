import { lineOf, loadContract, type LoadedContract } from '#backend/contract/load.ts'
import { findActiveOptions, type ActiveOption } from '#backend/contract/options.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import { options } from '#domain/catalogue/option.ts'
import type { OptionPlace } from '#domain/option/decide-option.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { OptionCode } from '#vocabulary/option.ts'

/** A contract with its options: what every rule of this area is asked with. */
export type OptionFacts = {
  readonly known: LoadedContract
  readonly active: readonly ActiveOption[]
}

export async function loadOptions(
  db: Db,
  { contractId, now, lock = false }: { contractId: string; now: Instant; lock?: boolean },
): Promise<OptionFacts> {
  const known = await loadContract(db, contractId, { lock })
  return { known, active: await findActiveOptions(db, known, now) }
}

/** @throws RefusalError NOT_FOUND for another member's line, VALIDATION_FAILED where an option of a line names none. */
export function placeOf(
  known: LoadedContract,
  { optionCode, lineId }: { readonly optionCode: OptionCode; readonly lineId?: string | undefined },
): OptionPlace {
  const line = lineId === undefined ? undefined : lineOf(known, lineId)
  if (options[optionCode].scope === 'contract') return { code: optionCode, lineId: undefined }
  if (line === undefined)
    throw new RefusalError({
      code: 'VALIDATION_FAILED',
      fields: { lineId: ['回線を選んでください。'] },
    })
  return { code: optionCode, lineId: line.line_id }
}

/** @throws RefusalError NOT_FOUND for a line that is named and is not the member's */
export function requireLine(known: LoadedContract, lineId: string | undefined) {
  if (lineId !== undefined) lineOf(known, lineId)
}
