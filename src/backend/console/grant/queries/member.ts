import type { Answer, Input } from '#protocol/endpoint.ts'
import type { api } from '#protocol/index.ts'

type Api = typeof api

/** What the console reads of a member's record. */
type MemberRead =
  | 'billingMonthsGet'
  | 'billingPaymentMethodGet'
  | 'billingReserveGet'
  | 'billingUnpaidGet'
  | 'callLogGet'
  | 'contractChangeStatusGet'
  | 'contractGet'
  | 'contractTerminalNoticeGet'
  | 'deadlinesGet'
  | 'highSpeedResidualGet'
  | 'highSpeedStatusGet'
  | 'holdsGet'
  | 'lockGet'
  | 'loginHistoryGet'
  | 'noticesGet'
  | 'outageConcerningGet'
  | 'procedureQueueGet'
  | 'statusApplyStateGet'
  | 'statusDeviceGet'
  | 'statusLineGroupGet'
  | 'statusUsageGet'

/** The member API's own operations, asked as the member: every figure is the one my page shows. */
export type AskMember = {
  readonly [Name in MemberRead]: (query: Input<Api[Name]>['query']) => Promise<Answer<Api[Name]>>
}
