import type { billingApi } from '#protocol/billing.ts'
import type { contractApi } from '#protocol/contract.ts'
import type { topUpApi } from '#protocol/top-up.ts'
import type { alertApi } from '#protocol/alert.ts'
import type { dataApi } from '#protocol/data.ts'
import type { deadlineApi } from '#protocol/deadline.ts'
import type { Result } from '#protocol/endpoint.ts'
import type { usageApi } from '#protocol/usage.ts'
import type { callApi } from '#protocol/call.ts'
import type { lineApi } from '#protocol/line.ts'
import type { lineCapApi } from '#protocol/line-cap.ts'
import type { noticeApi } from '#protocol/notice.ts'
import type { orderApi } from '#protocol/order.ts'
import type { outageApi } from '#protocol/outage.ts'
import type { phoneMoveApi } from '#protocol/phone-move.ts'
import type { spendingApi } from '#protocol/spending.ts'

// What the screens show, by the wire's own types; types only, so that no page loads the validator.
export type Contract = Result<typeof contractApi.contractGet>
export type ChangeStatus = Result<typeof contractApi.contractChangeStatusGet>
export type Permission = Omit<ChangeStatus['operations'][number], 'operation' | 'label' | 'lineId'>
export type Residual = Result<typeof dataApi.highSpeedResidualGet>
export type Outages = Result<typeof outageApi.outageConcerningGet>['incidents']
export type HighSpeed = Result<typeof dataApi.highSpeedStatusGet>
export type HighSpeedLine = HighSpeed['lines'][number]
export type Ledger = Result<typeof dataApi.highSpeedHistoryGet>
export type TopUps = Result<typeof topUpApi.highSpeedCouponGet>
export type Spending = Result<typeof spendingApi.spendingStatusGet>
export type Alerts = Result<typeof alertApi.highSpeedResidualNotificationGet>
export type Move = Result<typeof phoneMoveApi.phoneMoveGet>
export type LineGroup = Result<typeof lineApi.statusLineGroupGet>
export type LineDetail = Result<typeof lineApi.statusLineGet>
export type LineCap = Result<typeof lineCapApi.lineCapGet>
export type TriedCap = Result<typeof lineCapApi.lineCapTryGet>
export type Line = LineDetail['line']
export type LineName = HighSpeedLine['line']
export type Usage = Result<typeof usageApi.statusUsageGet>
export type AverageUse = NonNullable<Usage['averageUse']>
export type Forecast = NonNullable<Usage['forecast']>
export type Devices = Result<typeof lineApi.statusDeviceGet>
export type CallLog = Result<typeof callApi.callLogGet>
export type MalwareBlock = Result<typeof lineApi.malwareBlockStatusGet>
export type Bill = Result<typeof billingApi.billingStatusGet>['bills'][number]
export type NextBill = Result<typeof billingApi.billingReserveGet>
export type Unpaid = Result<typeof billingApi.billingUnpaidGet>
export type Orders = Result<typeof orderApi.statusApplyStateGet>
export type OrderDetail = Result<typeof orderApi.orderGet>
export type Deadlines = Result<typeof deadlineApi.deadlinesGet>
export type Notices = Result<typeof noticeApi.noticesGet>
export type MemberNotice = Notices['rows'][number]
