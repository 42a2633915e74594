import type { Sealing } from '#backend/db/sealing.ts'
import type { OptionCode } from '#vocabulary/option.ts'

/** An option that was agreed to with the application for a contract. */
export type ChosenOption = {
  readonly code: OptionCode
  readonly termsVersion: string
  readonly forwardTo?: string | undefined
}

const chosenOptionAad = (contractId: string, lineId: string, code: OptionCode) =>
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
    settings: forwardTo && sealing.seal(chosenOptionAad(contractId, lineId, code), forwardTo),
  }))
}

type StoredOptions = {
  readonly code: OptionCode
  readonly termsVersion: string
  readonly settings?: string | undefined
}

/** An order for a line to come: of its SIM, or of a line that is taken over. */
type WithChosen = {
  readonly contract_id: string
  readonly line_id: string | null
  readonly details: { readonly chosenOptions?: readonly StoredOptions[] | undefined }
}

/** What stands sealed in an order for it. */
export const sealedChosen = ({ contract_id: contractId, line_id: lineId, details }: WithChosen) =>
  (details.chosenOptions ?? []).map(({ code, settings }) => ({
    value: settings,
    aad: chosenOptionAad(contractId, lineId ?? '', code),
  }))

/** What was chosen with the line, to be joined when it is in service. */
export function chosenOptions(sealing: Sealing, order: WithChosen): ChosenOption[] {
  const { contract_id, line_id, details } = order
  return (details.chosenOptions ?? []).map(({ code, termsVersion, settings }) => ({
    code,
    termsVersion,
    forwardTo:
      settings && sealing.open(chosenOptionAad(contract_id, line_id ?? '', code), settings),
  }))
}
