import { z } from 'zod'
import { askOfLine, newExchangeId, sealFields } from '#backend/carrier/exchange.ts'
import type { Exchanges } from '#backend/carrier/send-exchanges.ts'
import { lineOf, loadContract } from '#backend/contract/load.ts'
import type { OrderKey } from '#backend/contract/orders.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { findRow } from '#backend/db/rows.ts'
import { requireConditions } from '#backend/procedure/conditions.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { mnpValidity } from '#domain/policy/mnp-number.ts'
import { decidePortOut } from '#domain/port-out/decide-port-out.ts'
import { isBefore, toTokyoDate } from '#domain/tokyo.ts'
import { orderPage } from '#vocabulary/pages.ts'
import { portOutMessage } from '../messages.ts'
import { portOut } from '../procedure.ts'
import { estimatePortOut } from '../queries/estimate.ts'
import {
  requireAllowedReturn,
  type HandOffRequest,
  type ReturnOrigins,
} from '../queries/hand-off.ts'
import { lockHandOff, setHandOffOrder, type PortOutOrder } from '../rows.ts'

type Deps = Pick<ProcedureDeps, 'engine' | 'queue' | 'sealing' | 'book'> & ReturnOrigins

/**
 * Consents, once per token. The order and the request to the carrier are saved together; the worker sends the request,
 * or the member's return to the other carrier does, whichever is first. Unused, the consent is valid as long as an MNP
 * reservation number (ours).
 * @throws RefusalError HANDOFF_TOKEN_INVALID, RETURN_URL_NOT_ALLOWED, CONDITIONS_CHANGED, and those of a port-out
 */
export async function consentToHandOff(
  tx: Db,
  deps: Deps,
  who: Who,
  request: HandOffRequest & { conditions: string },
): Promise<PortOutOrder> {
  const { contractId, now } = who
  const known = await loadContract(tx, contractId, { lock: true })
  const handOff = await lockHandOff(tx, contractId, request.token)
  if (!handOff || handOff.order_no !== null || !isBefore(now, handOff.expires_at))
    throw new RefusalError('HANDOFF_TOKEN_INVALID')
  if (handOff.return_url !== request.returnUrl) throw new RefusalError('RETURN_URL_NOT_ALLOWED')
  requireAllowedReturn(deps, request.returnUrl)
  const lineId = handOff.line_id
  const line = lineOf(known, lineId)
  requireOk(decidePortOut({ type: 'request' }, known.facts, lineId, now))
  const estimate = await estimatePortOut(tx, deps, known, line, now)
  requireConditions(request.conditions, estimate)

  const issuedOn = toTokyoDate(now)
  const { expiresOn, expiresAt } = mnpValidity(issuedOn)
  const exchangeId = newExchangeId()
  const order = await takeOrderStep(tx, deps.engine, who, {
    procedure: portOut,
    step: portOut.open({
      lineId,
      procedure: 'portOut',
      event: 'requested',
      expectedOn: toTokyoDate(expiresAt),
      details: {
        exchangeId,
        receiverName: handOff.receiver_name,
        estimate: { ...estimate, why: { allowed: true } },
        issuedOn,
        nextSteps: [
          nextStep('移転先で開通すると、転出が完了し、この回線は終了します。'),
          nextStep(
            'この日までに開通しないと、同意は無効になります。この回線はそのままお使いいただけます。',
            expiresOn,
          ),
        ],
      },
    }),
    audit: { action: 'one-stop-consented', details: { line: lineId } },
    message: (facts) => portOutMessage('consented', facts),
  })
  await setHandOffOrder(tx, handOff, order.order_no)
  const sealedToken = sealFields(deps.sealing, exchangeId, { token: request.token })
  const answer = { type: 'consent', sealedToken, result: 'consented' } as const
  await askOfLine(tx, deps.queue, line, answer, { orderNo: order.order_no, exchangeId, now })
  return order
}

const accepted = z.object({ redirectUrl: z.url() })

/**
 * Where the member goes after the consent: back to the receiving carrier, once our carrier has taken the consent; else to
 * the order, which says what became of it. The worker sends the consent too: the carrier takes an id once.
 */
export async function leadBack(
  deps: Pick<ProcedureDeps, 'database'> & ReturnOrigins & { exchanges: Exchanges },
  key: OrderKey,
): Promise<string> {
  const { db } = deps.database
  const { exchangeId } = (await portOut.find(db, key)).details
  await deps.exchanges.send(exchangeId)
  const row = await findRow(db, 'carrier_exchange', { exchange_id: exchangeId }, 'answer')
  const { redirectUrl } = accepted.safeParse(row?.answer).data ?? {}
  const isKnown = redirectUrl && deps.returnOrigins.includes(new URL(redirectUrl).origin)
  return isKnown ? redirectUrl : orderPage(key.orderNo)
}
