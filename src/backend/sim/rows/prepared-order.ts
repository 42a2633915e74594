import { fieldsAad, newExchangeId, sealFields } from '#backend/carrier/exchange.ts'
import type { SealedValue, Sealing } from '#backend/db/sealing.ts'
import type { Holder } from '#backend/holder.ts'
import type { SimOrderPlan } from '../queries/order-plan.ts'
import type { PortIn } from './port-in.ts'

/** What an order will ask of the carrier; the address and the EID are sealed for that one exchange. */
export function prepareSimOrder(
  sealing: Sealing,
  plan: SimOrderPlan,
  holder: Holder,
  portIn?: PortIn,
): PreparedSimOrder {
  const exchangeId = newExchangeId()
  const { order, isEsim } = plan
  const personal = isEsim ? { eid: plan.eid } : shipTo(holder)
  return {
    exchangeId,
    carrierRequest: {
      kind: order === 'kindChange' ? 'change-kind' : isEsim ? 'issue-esim' : 'issue-sim',
      fields: {
        toKind: plan.kind,
        ...(isEsim ? {} : { simSize: plan.simSize }),
        ...(order === 'kindChange' ? {} : { purpose: purposeOf(plan) }),
      },
      sealedFields: sealFields(sealing, exchangeId, { ...personal, ...(portIn && { portIn }) }),
    },
  }
}

export type PreparedSimOrder = {
  exchangeId: string
  carrierRequest: { kind: string; fields: Record<string, unknown>; sealedFields: string }
}

/** What stands sealed in an order that waits for the identity check. */
export const sealedPrepared = (prepared: PreparedSimOrder | null | undefined): SealedValue[] =>
  prepared == null
    ? []
    : [{ value: prepared.carrierRequest.sealedFields, aad: fieldsAad(prepared.exchangeId) }]

function purposeOf({ order, reason }: SimOrderPlan) {
  if (order === 'add') return 'new'
  return reason === 'sizeChange' ? 'size-change' : 'reissue'
}

function shipTo({ name, zipCode, address }: Holder) {
  return address === undefined ? {} : { shipTo: { name, zipCode: zipCode ?? '', address } }
}
