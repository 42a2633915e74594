import type { Sealing } from '#backend/db/sealing.ts'
import type { OptionCode } from '#vocabulary/option.ts'
import type { SimOrder } from './details.ts'

/** An option that was agreed to with the application for a contract. */
export type ChosenOption = {
  readonly code: OptionCode
  readonly termsVersion: string
  readonly forwardTo?: string | undefined
}

const optionPlace = (contractId: string, lineId: string, code: OptionCode) =>
  `procedure_order.option:${contractId}:${lineId}:${code}`

/** A number to forward to is somebody's: sealed like every other. */
export function sealChosen(
  sealing: Sealing,
  { contract_id: contractId, line_id: lineId }: { contract_id: string; line_id: string },
  chosen: readonly ChosenOption[],
) {
  return chosen.map(({ code, termsVersion, forwardTo }) => ({
    code,
    termsVersion,
    settings: forwardTo && sealing.seal(optionPlace(contractId, lineId, code), forwardTo),
  }))
}

/** What was chosen with the line, to be joined when it is in service. */
export function chosenOptions(sealing: Sealing, order: SimOrder): ChosenOption[] {
  const { contract_id, line_id, details } = order
  return (details.chosenOptions ?? []).map(({ code, termsVersion, settings }) => ({
    code,
    termsVersion,
    forwardTo: settings && sealing.open(optionPlace(contract_id, line_id ?? '', code), settings),
  }))
}
