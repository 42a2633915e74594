import { accountApi } from './account.ts'
import { adviceApi } from './advice.ts'
import { alertApi } from './alert.ts'
import { applicationApi } from './application.ts'
import { billingApi } from './billing.ts'
import { callApi } from './call.ts'
import { cancellationApi } from './cancellation.ts'
import { catalogueApi } from './catalogue.ts'
import { connectionApi } from './connection.ts'
import { contactApi } from './contact.ts'
import { contractApi } from './contract.ts'
import { dataApi } from './data.ts'
import { deadlineApi } from './deadline.ts'
import { deviceApi } from './device.ts'
import { deviceClaimApi } from './device-claim.ts'
import type { Api } from './endpoint.ts'
import { handoverApi } from './handover.ts'
import { heldApi } from './held.ts'
import { holdApi } from './hold.ts'
import { identityApi } from './identity.ts'
import { invoiceApi } from './invoice.ts'
import { lineApi } from './line.ts'
import { lineCapApi } from './line-cap.ts'
import { guardianApi } from './guardian.ts'
import { familyApi } from './family.ts'
import { giftApi } from './gift.ts'
import { familyRequestApi } from './family-request.ts'
import { lockApi } from './lock.ts'
import { noticeApi } from './notice.ts'
import { optionApi } from './option.ts'
import { orderApi } from './order.ts'
import { outageApi } from './outage.ts'
import { partnerApi } from './partner.ts'
import { passkeyApi } from './passkey.ts'
import { phoneMoveApi } from './phone-move.ts'
import { planSizeApi } from './plan-size.ts'
import { platformApi } from './platform.ts'
import { pointApi } from './point.ts'
import { portOutApi } from './port-out.ts'
import { pushApi } from './push.ts'
import { simApi } from './sim.ts'
import { spendingApi } from './spending.ts'
import { successionApi } from './succession.ts'
import { telephoneApi } from './telephone.ts'
import { topUpApi } from './top-up.ts'
import { usageApi } from './usage.ts'
import { webhookApi } from './webhook.ts'
import { widgetApi } from './widget.ts'

/** Every operation of the wire: the one index of the house. */
export const api = {
  ...platformApi,
  ...outageApi,
  ...accountApi,
  ...heldApi,
  ...partnerApi,
  ...noticeApi,
  ...pushApi,
  ...contactApi,
  ...holdApi,
  ...passkeyApi,
  ...connectionApi,
  ...contractApi,
  ...simApi,
  ...phoneMoveApi,
  ...cancellationApi,
  ...billingApi,
  ...invoiceApi,
  ...pointApi,
  ...dataApi,
  ...webhookApi,
  ...widgetApi,
  ...topUpApi,
  ...alertApi,
  ...usageApi,
  ...spendingApi,
  ...lineApi,
  ...lineCapApi,
  ...callApi,
  ...optionApi,
  ...deviceApi,
  ...deviceClaimApi,
  ...planSizeApi,
  ...adviceApi,
  ...portOutApi,
  ...handoverApi,
  ...guardianApi,
  ...lockApi,
  ...familyApi,
  ...giftApi,
  ...familyRequestApi,
  ...orderApi,
  ...identityApi,
  ...deadlineApi,
  ...catalogueApi,
  ...applicationApi,
  ...successionApi,
  ...telephoneApi,
} satisfies Api
