import { advanceByReports } from '#backend/carrier/advance-order.ts'
import type { ExchangeOutcome } from '#backend/carrier/exchange.ts'
import {
  createEventTaker,
  factOf,
  keepReports,
  type EventTaker,
  type Report,
} from '#backend/carrier/reports.ts'
import { shortestPath } from '#backend/carrier/shortest-path.ts'
import type { Db } from '#backend/db/connect.ts'
import type { By } from '#backend/contract/who.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import type { OrderKey } from '#backend/contract/orders.ts'
import { endLines } from '#backend/procedure/endings.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { isMnpNumber, mnpValidity } from '#domain/policy/mnp-number.ts'
import {
  portOutStates,
  type PortOutEvent,
  type PortOutState,
} from '#domain/port-out/port-out-states.ts'
import { isTokyoDate, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { numberAad, type PortOutOrder } from '../rows.ts'
import { portOutMessage } from '../messages.ts'
import { portOut } from '../procedure.ts'

type Deps = Pick<ProcedureDeps, 'sealing' | 'engine' | 'procedures'>

const events: readonly PortOutEvent[] = [
  'sent_to_carrier',
  'number_issued',
  'refused',
  'ported_out',
]

/** The state that each of the carrier's reports leads to. A number expires by our own calendar, not by a report. */
const reached: Readonly<Record<string, PortOutState>> = {
  accepted: 'issuing',
  issuing: 'issuing',
  issued: 'issued',
  ported_out: 'ported_out',
  rejected: 'refused',
  failed: 'refused',
}

const refusals: Readonly<Record<string, string>> = {
  NUMBER_LIVE: '有効なMNP予約番号が、すでに発行されています。',
  NOT_A_VOICE_LINE: '音声通話SIMの回線ではないため、発行できませんでした。',
  LINE_TERMINATED: 'この回線はすでに終了しているため、発行できませんでした。',
  NUMBER_DIFFERS: '移転先で入力された電話番号が、この回線の番号と一致しませんでした。',
  TOKEN_EXPIRED: '手続きの有効時間が過ぎました。移転先の申し込み画面からやり直してください。',
  TOKEN_SPENT: 'この手続きはすでに使われています。移転先の申し込み画面からやり直してください。',
}
const otherRefusal =
  '回線設備側で受け付けられませんでした。時間をおいて、もう一度お申し込みください。'

const ownKinds = ['mnp-number', 'consent']

/** The carrier's answer to a request of ours is stored and read like its reports; silence is resolved by reconciling. */
export async function takePortOutAnswer(
  tx: Db,
  deps: Deps,
  { contractId, orderNo, exchangeId, request, state, answer }: ExchangeOutcome,
  now: Instant,
) {
  const kind = request.type === 'order' ? request.kind : request.type
  if (orderNo === null || state === 'unknown' || !ownKinds.includes(kind)) return
  const key = { contractId, orderNo }
  const facts = state === 'rejected' ? { reason: answer['reason'] } : {}
  const news = { eventId: 'answer', state, at: now.toString(), facts }
  await keepReports(tx, deps.sealing, { ...key, exchangeId, kind }, [news], now)
  await advancePortOut(tx, deps, key, now)
}

/** Takes what the carrier says of our port-outs, by callback or found by polling. */
export const takerOfReports = (
  deps: Deps & Pick<ProcedureDeps, 'database' | 'clock'>,
): EventTaker =>
  createEventTaker({ ...deps, now: deps.clock.now }, ownKinds, (tx, order, now) =>
    advancePortOut(tx, deps, order, now),
  )

/** Brings a port-out to where the carrier's reports say it is. */
async function advancePortOut(tx: Db, deps: Deps, key: OrderKey, now: Instant) {
  await advanceByReports(tx, deps.sealing, key, now, {
    procedure: portOut,
    noteFacts: (by, order, reports) => noteFacts(tx, deps, by, order, reports),
    walk: (by, order, report) => walk(tx, by, order, report),
    takeEffect: (by, order, reports) => takeEffect(tx, deps, by, order, reports),
  })
}

/** Stores the number, sealed, and its first day before the state that shows them. */
async function noteFacts(
  tx: Db,
  { sealing }: Deps,
  by: By,
  order: PortOutOrder,
  reports: readonly Report[],
) {
  const number = factOf(reports, 'mnpNumber')
  const issued = reports.find((report) => report.state === 'issued')
  if (number === undefined || !isMnpNumber(number) || !issued) return order
  if (order.details.numberSealed !== undefined) return order
  const reported = factOf(reports, 'issuedOn') ?? ''
  const issuedOn = isTokyoDate(reported) ? reported : toTokyoDate(issued.at)
  const { expiresOn, expiresAt, renewableOn } = mnpValidity(issuedOn)
  return portOut.patch(order.order_no, {
    expectedOn: toTokyoDate(expiresAt),
    merge: {
      numberSealed: sealing.seal(numberAad(order.order_no), number),
      issuedOn,
      nextSteps: [
        nextStep('この日までに、移転先の事業者で手続きしてください。', expiresOn),
        nextStep('使われなかったときは、この日から新しい番号を発行できます。', renewableOn),
      ],
    },
  })(tx, by)
}

async function walk(tx: Db, by: By, from: PortOutOrder, report: Report): Promise<PortOutOrder> {
  const target = reached[report.state]
  if (target === undefined) return from
  let order = from
  for (const { event, actor } of shortestPath(portOutStates, from.state, target, events) ?? []) {
    const refused = event === 'refused'
    const reason = factOf([report], 'reason') ?? ''
    order = await portOut.advance(from.order_no, {
      event,
      at: report.at,
      details: refused ? { reason } : undefined,
      merge: refused ? { refusal: refusals[reason] ?? otherRefusal, nextSteps: [] } : undefined,
    })(tx, { ...by, actor })
  }
  return order
}

async function takeEffect(
  tx: Db,
  { engine, procedures }: Deps,
  by: By,
  order: PortOutOrder,
  reports: readonly Report[],
) {
  let written = order
  if (order.state === 'ported_out') {
    const at = reports.find((report) => report.state === 'ported_out')?.at ?? by.now
    const portedOutOn = toTokyoDate(at)
    written = await portOut.patch(order.order_no, {
      effectiveOn: portedOutOn,
      expectedOn: null,
      merge: {
        portedOutOn,
        numberSealed: null,
        nextSteps: [nextStep('転出が完了しました。', portedOutOn)],
      },
    })(tx, by)
    await endLines(tx, procedures, by, {
      lineIds: order.line_id === null ? [] : [order.line_id],
      endedOn: portedOutOn,
      event: 'ported_out',
    })
  }
  const occasion = order.state
  const isNotified = occasion === 'issued' || occasion === 'ported_out' || occasion === 'refused'
  await takeOrderStep(tx, engine, by, {
    procedure: portOut,
    step: written,
    audit: { action: `port-out-${occasion}` },
    message: isNotified ? (facts) => portOutMessage(occasion, facts) : undefined,
  })
}
