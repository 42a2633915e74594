import type { RecordPart } from '#vocabulary/console.ts'
import type { OrderedOperation } from '#vocabulary/operation.ts'
import type { Api, Endpoint } from '#protocol/endpoint.ts'
import { api } from '#protocol/index.ts'

/*
 * What of the member's own wire staff are served on behalf: the same operations with the same schemas, mounted a second
 * time in the console. Whatever is named in neither table is the member's alone.
 */

type Name = keyof typeof api

/** What the member's own screens of a procedure read, by the part of the record it is noted as. */
export const behalfReads = {
  contractGet: 'lines',
  contractChangeStatusGet: 'orders',
  procedureQueueGet: 'orders',
  orderGet: 'orders',
  statusApplyStateGet: 'orders',
  couponListGet: 'summary',
  couponEstimateGet: 'billing',
  couponReservedPlanGet: 'orders',
  statusCancelStateGet: 'orders',
  simCancelPaymentGet: 'billing',
  voiceOptionAvailableGet: 'lines',
  voiceOptionCancelableGet: 'lines',
  supportOptionAvailableGet: 'lines',
  supportOptionCancelableGet: 'lines',
  dmmOptionContractingGet: 'lines',
  dmmOptionCancelableGet: 'lines',
  simAddContractGet: 'lines',
  simAddCostGet: 'billing',
  simChangeSizeInitialCostGet: 'billing',
  simChangeTypeInitialCostGet: 'billing',
  portOutPossibleListGet: 'lines',
  portOutPaymentGet: 'billing',
  contractTerminalNoticeGet: 'device',
  assuredDeviceListGet: 'device',
  assuredDeviceClaimGet: 'device',
} as const satisfies Partial<Record<Name, RecordPart>>

/** What staff press, by the procedures that it begins or takes back (`onBehalf` says how). */
export const behalfActs = {
  couponRegisterPost: ['planSizeChange'],
  couponCancelPost: ['planSizeUndo'],
  simCancelReservePost: ['lineCancel', 'contractCancel'],
  simCancelResetPost: ['cancelUndo'],
  voiceOptionCancelPost: ['optionLeave'],
  supportOptionCancelPost: ['optionLeave'],
  dmmOptionCancelPost: ['optionLeave'],
  assuredDeviceClaimPost: ['deviceClaim'],
  simAddPost: ['simAdd'],
  simChangeSizeRegisterPost: ['simReissue'],
  simChangeTypeRegisterPost: ['simKindChange'],
  portOutIssuanceRequestPost: ['portOut'],
} as const satisfies Partial<Record<Name, readonly OrderedOperation[]>>

export type BehalfRead = keyof typeof behalfReads
export type BehalfAct = keyof typeof behalfActs

export const isBehalfRead = (name: string): name is BehalfRead => Object.hasOwn(behalfReads, name)
export const isBehalfAct = (name: string): name is BehalfAct => Object.hasOwn(behalfActs, name)

/**
 * An operation of the member's wire as staff ask it. The proofs of a login are the member's: the caller's code stands in
 * their place.
 */
function asStaff(name: string, endpoint: Endpoint): Endpoint {
  const { proof: _, knownDevice: __, query, body, ...rest } = endpoint
  const asked = { ...rest, access: 'staff', act: 'behalf.act' } as const
  const given = { ...asked, ...(query && { query }), ...(body && { body }) }
  if (isBehalfRead(name)) return { ...given, part: behalfReads[name] }
  // What is refused whatever is sent is not read.
  return isBehalfAct(name) ? given : asked
}

/** The whole of the member's wire: what staff may not do is refused by a sentence that says what to do instead. */
export const behalfApi: Api = Object.fromEntries(
  Object.entries(api).map(([name, endpoint]) => [name, asStaff(name, endpoint)]),
)
