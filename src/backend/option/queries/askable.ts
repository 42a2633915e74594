import { servedLines } from '#backend/contract/monthly-use.ts'
import type { Db } from '#backend/db/connect.ts'
import { options } from '#domain/catalogue/option.ts'
import { decideJoin } from '#domain/option/decide-option.ts'
import type { Instant } from '#domain/tokyo.ts'
import { type OptionCode, optionCodes } from '#vocabulary/option.ts'
import { loadOptions } from './load.ts'

/** Options of one line that could be joined now and ask nothing before: who uses the line may ask for them. No prices. */
export async function askableOptions(
  db: Db,
  asked: { readonly contractId: string; readonly lineId: string; readonly now: Instant },
): Promise<readonly { readonly optionCode: OptionCode; readonly name: string }[]> {
  const { lineId, now } = asked
  const { known, active } = await loadOptions(db, asked)
  if (!servedLines(known.lines).some((line) => line.line_id === lineId)) return []
  return optionCodes
    .filter((code) => options[code].scope === 'line' && options[code].asks === undefined)
    .filter((code) => decideJoin({ code, lineId }, { facts: known.facts, active }, now).ok)
    .map((code) => ({ optionCode: code, name: options[code].name }))
}
