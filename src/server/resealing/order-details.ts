import { fieldsAad } from '#backend/carrier/exchange.ts'
import { storyAad, typedImeiAad } from '#backend/device/public.ts'
import { numberAad as handoverNumberAad, receiverAad } from '#backend/handover/public.ts'
import { settingsAad } from '#backend/option/public.ts'
import { numberAad } from '#backend/port-out/public.ts'
import { chosenOptionAad, portInAad } from '#backend/sim/public.ts'
import { optionCodes } from '#vocabulary/option.ts'

/** Ids that stand in JSON beside what was sealed for them: `"exchangeId": "cx_…"`. */
const idsIn = (json: unknown, name: string): string[] =>
  [...JSON.stringify(json ?? null).matchAll(new RegExp(`"${name}":"([^"]*)"`, 'g'))].flatMap(
    ([, id]) => id ?? [],
  )

const fieldsIn = (json: unknown) => idsIn(json, 'exchangeId').map(fieldsAad)

/** What procedures seal in the details of their orders. */
export const aadsInDetails = (row: {
  contract_id: string
  order_no: string
  line_id: string | null
  details: unknown
}): string[] => {
  const { contract_id: contractId, order_no: orderNo, line_id: lineId, details } = row
  return [
    numberAad(orderNo),
    handoverNumberAad(contractId, orderNo),
    receiverAad(contractId, orderNo),
    ...fieldsIn(details),
    ...idsIn(details, 'deviceId').map(typedImeiAad),
    ...idsIn(details, 'claimId').map(storyAad),
    ...(lineId === null ? [] : [portInAad(contractId, lineId)]),
    ...optionCodes.flatMap((code) => [
      settingsAad(contractId, { code, lineId: undefined }),
      ...(lineId === null
        ? []
        : [settingsAad(contractId, { code, lineId }), chosenOptionAad(contractId, lineId, code)]),
    ]),
  ]
}
