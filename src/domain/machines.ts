import { memberExportStates } from './account/export-states.ts'
import { profileEditStates } from './account/profile-edit-states.ts'
import { approvalStates } from './console/approval-states.ts'
import { applicationStates } from './application/application-states.ts'
import { billStates } from './billing/bill-states.ts'
import { cancellationStates } from './cancellation/cancellation-states.ts'
import { decisionStates } from './console/decision-states.ts'
import { grantStates } from './console/grant-states.ts'
import { ticketStates } from './contact/ticket-states.ts'
import { callerProofStates } from './telephone/proof-states.ts'
import { contractStates } from './contract/contract-states.ts'
import { initialCancellationStates } from './cancellation/initial-cancellation-states.ts'
import { deviceClaimStates } from './device/claim-states.ts'
import { deviceRegisterStates } from './device/register-states.ts'
import { paperStates } from './document/paper-states.ts'
import { queueStates } from './procedure/queue-states.ts'
import { holdStates } from './hold/hold-states.ts'
import { identityStates } from './identity/identity-states.ts'
import { guardianConsentStates } from './guardian/consent-states.ts'
import { handoverStates } from './handover/handover-states.ts'
import { invoiceStates } from './invoice/invoice-states.ts'
import { lineStates } from './line/line-states.ts'
import { lineCapStates } from './data/line-cap-states.ts'
import { connectionStates } from './connection/connection-states.ts'
import { familyRoleStates } from './family/role-states.ts'
import { giftStates } from './gift/gift-states.ts'
import { familyRequestStates } from './family-request/request-states.ts'
import { lockStates } from './lock/lock-states.ts'
import { passkeyStates } from './passkey/passkey-states.ts'
import { webhookStates } from './webhook/webhook-states.ts'
import type { AnyMachine } from './machine.ts'
import { optionStates } from './option/option-states.ts'
import { optionJoinStates, optionLeaveStates } from './option/order-states.ts'
import { partnerLinkStates } from './partner/link-states.ts'
import { phoneMoveStates } from './phone-move/move-states.ts'
import { planSizeStates } from './plan-size/booking-states.ts'
import { pointGrantStates } from './point/grant-states.ts'
import { portOutStates } from './port-out/port-out-states.ts'
import { exchangeStates } from './sim/exchange-states.ts'
import { simOrderStates } from './sim/order-states.ts'
import { successionStates } from './succession/succession-states.ts'

/** Every state table of the product, to be drawn and walked. */
export const machines: readonly AnyMachine[] = [
  applicationStates,
  contractStates,
  cancellationStates,
  initialCancellationStates,
  planSizeStates,
  holdStates,
  queueStates,
  paperStates,
  lineStates,
  simOrderStates,
  phoneMoveStates,
  exchangeStates,
  portOutStates,
  handoverStates,
  optionStates,
  optionJoinStates,
  optionLeaveStates,
  deviceRegisterStates,
  deviceClaimStates,
  billStates,
  invoiceStates,
  pointGrantStates,
  identityStates,
  partnerLinkStates,
  profileEditStates,
  memberExportStates,
  lockStates,
  passkeyStates,
  webhookStates,
  lineCapStates,
  familyRoleStates,
  connectionStates,
  giftStates,
  familyRequestStates,
  guardianConsentStates,
  successionStates,
  decisionStates,
  grantStates,
  callerProofStates,
  approvalStates,
  ticketStates,
]
