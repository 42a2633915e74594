import { cancellationMessage, type CancellationOccasion } from '#backend/cancellation/messages.ts'
import type { OrderRow } from '#backend/contract/orders.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import { portOutMessage, type PortOutOccasion } from '#backend/port-out/messages.ts'
import {
  giverMessage,
  receiverMessage,
  type GiverOccasion,
  type ReceiverOccasion,
} from '#backend/handover/messages.ts'
import {
  handover as handoverProcedure,
  takeover as takeoverProcedure,
} from '#backend/handover/procedure.ts'
import { portOut as portOutProcedure } from '#backend/port-out/procedure.ts'
import { kindChangedMessage } from '#backend/option/messages.ts'
import { simMessage, type SimOccasion } from '#backend/sim/messages.ts'
import { simOrder as simProcedure } from '#backend/sim/procedure.ts'
import { planSizeMessage, type PlanSizeOccasion } from '#backend/plan-size/messages.ts'
import { instant, tokyoDate } from '#domain/tokyo.ts'
import { accountId, each, lines, order } from './message-samples.ts'

const estimate = (oneOff: number, before: number, after: number) => ({
  oneOff: { totalYen: oneOff },
  ...(oneOff === 0 ? {} : { oneOffBillMonth: '2026-11' }),
  monthlyBefore: { totalYen: before },
  monthlyAfter: { totalYen: after },
})

const simOrder = (changes: Partial<OrderRow> = {}, details: Record<string, unknown> = {}) =>
  order({
    details: {
      wish: { order: 'reissue', kind: 'voice', simSize: 'nano' },
      estimate: estimate(3733, 1191, 1191),
      ...details,
    },
    ...changes,
  })
const kindOrder = (changes: Partial<OrderRow> = {}, details: Record<string, unknown> = {}) =>
  simOrder(
    { procedure: 'simKindChange', ...changes },
    {
      wish: { order: 'kindChange', kind: 'sms', simSize: 'esim' },
      estimate: estimate(3733, 748, 894),
      ...details,
    },
  )
const readyAt = { readyAt: '2026-11-20T09:58:00+09:00' }
const switchedOn = { effective_on: tokyoDate('2026-11-20') }

const simFacts: Record<SimOccasion, { order: OrderRow; newNumber?: string; said?: string }> = {
  ordered: { order: simOrder() },
  id_check: { order: kindOrder({ state: 'id_check' }) },
  documentsAsked: {
    order: kindOrder({ state: 'id_check' }, { identityAskedAt: '2026-11-20T10:00:00+09:00' }),
    said: '顔写真のある書類をお願いします。',
  },
  identityRefused: {
    order: kindOrder({ state: 'failed' }),
    said: '書類の氏名が、ご登録の氏名と違います。',
  },
  shipped: { order: simOrder({ state: 'shipped' }, { trackingNo: '4000-1234-5678' }) },
  switch_ready: { order: simOrder({ state: 'switch_ready' }, readyAt) },
  switched: {
    order: kindOrder({ state: 'switched', ...switchedOn }),
    newNumber: '09000001234',
  },
  auto_switched: { order: simOrder({ state: 'auto_switched', ...switchedOn }) },
  cancelled: { order: simOrder({ state: 'cancelled' }) },
  failed: { order: simOrder({ state: 'failed' }) },
  lapsed: { order: kindOrder({ state: 'cancelled' }) },
  cancelTooLate: { order: simOrder({ state: 'preparing' }) },
  switchRefused: { order: simOrder({ state: 'switch_ready' }, readyAt) },
  portInRefused: {
    order: simOrder(
      { procedure: 'lineOpen', state: 'ordered' },
      { portIn: { sealed: '', refused: 'MNP_NUMBER_EXPIRED' } },
    ),
  },
}

const portOut = (details: Record<string, unknown> = {}) =>
  order({ procedure: 'portOut', state: 'requested', details: { exchangeId: 'x', ...details } })
const consent = { issuedOn: '2026-11-20', receiverName: 'みほんモバイル' }
const portOutFacts: Record<PortOutOccasion, OrderRow> = {
  requested: portOut(),
  consented: portOut(consent),
  issued: portOut({ issuedOn: '2026-11-20', numberSealed: 'sealed' }),
  ported_out: portOut({ ...consent, portedOutOn: '2026-11-20' }),
  refused: portOut({ refusal: 'ご契約の内容が移転先の申し込みと一致しませんでした。' }),
  expired: portOut({ issuedOn: '2026-11-05' }),
  consent_expired: portOut({ ...consent, issuedOn: '2026-11-05' }),
}

const handedOver = (changes: Partial<OrderRow>) =>
  handoverProcedure.read(
    order({ procedure: 'lineHandover', details: { validUntil: '2026-12-03' }, ...changes }),
  )
const givenOn = { state: 'due', effective_on: tokyoDate('2026-11-30') }
const handoverFacts: Record<GiverOccasion, Partial<OrderRow>> = {
  offered: { state: 'offered' },
  due: givenOn,
  eve: givenOn,
  handed_over: { ...givenOn, state: 'handed_over' },
  withdrawn: { state: 'withdrawn' },
  released: { state: 'offered' },
  lapsed: { state: 'lapsed' },
  failed: { state: 'failed' },
}
const takenOver = (changes: Partial<OrderRow>) =>
  takeoverProcedure.read(order({ procedure: 'lineTakeover', ...changes }))
const takenOn = { ...givenOn, effective_on: tokyoDate('2026-12-01') }
const takeoverFacts: Record<ReceiverOccasion, Partial<OrderRow>> = {
  due: takenOn,
  eve: takenOn,
  handed_over: { ...takenOn, state: 'handed_over' },
  failed: {
    state: 'failed',
    details: {
      refusal: 'ゆずる方が手続きを取りやめたため、回線を譲り受けられなくなりました。',
    },
  },
}

const lastDay = {
  effective_on: tokyoDate('2026-11-30'),
  undo_until: instant('2026-11-30T00:00:00+09:00'),
}
const leaving = { estimate: estimate(0, 1191, 0) }
const cancellationFacts: Record<CancellationOccasion, OrderRow> = {
  queued: order({ procedure: 'lineCancel', state: 'queued', details: leaving }),
  booked: order({
    procedure: 'contractCancel',
    state: 'reserved',
    line_id: null,
    details: leaving,
    ...lastDay,
  }),
  undone: order({ procedure: 'lineCancel', state: 'reserved', ...lastDay }),
  executed: order({ procedure: 'contractCancel', state: 'reserved', line_id: null, ...lastDay }),
}

const sizeOrder = order({
  procedure: 'planSizeChange',
  state: 'reserved',
  line_id: null,
  details: { fromPlan: 13, toPlan: 18, estimate: estimate(0, 1191, 1631) },
  effective_on: tokyoDate('2026-12-01'),
  undo_until: instant('2026-11-29T12:00:00+09:00'),
})
const planSizeOccasions: Record<PlanSizeOccasion, true> = {
  booked: true,
  undone: true,
  applied: true,
  'given-up': true,
}

/** Every message about an order, by the function that writes it. */
export const ordersShown: Readonly<Record<string, readonly MemberMessage[]>> = {
  kindChangedMessage: [
    kindChangedMessage({
      accountId,
      lineId: 'line_1',
      line: lines,
      codes: ['tenMinuteCalls', 'voicemail'],
      lastDay: tokyoDate('2026-11-20'),
    }),
  ],
  simMessage: [
    ...each(simFacts, (key) => {
      const { order: row, newNumber, said } = simFacts[key]
      return simMessage(key, { accountId, lines, order: simProcedure.read(row), newNumber, said })
    }),
    simMessage('switched', {
      accountId,
      order: simProcedure.read(
        simOrder(
          { procedure: 'simAdd', state: 'switched', ...switchedOn },
          {
            wish: { order: 'add', kind: 'data', simSize: 'esim' },
            estimate: estimate(3733, 1191, 1631),
          },
        ),
      ),
      lines: '',
      newNumber: '02000001235',
    }),
  ],
  portOutMessage: each(portOutFacts, (key) =>
    portOutMessage(key, { accountId, order: portOutProcedure.read(portOutFacts[key]), lines }),
  ),
  giverMessage: each(handoverFacts, (key) =>
    giverMessage(key, { accountId, order: handedOver(handoverFacts[key]), lines }),
  ),
  receiverMessage: each(takeoverFacts, (key) =>
    receiverMessage(key, {
      accountId,
      order: takenOver(takeoverFacts[key]),
      lines: '',
    }),
  ),
  cancellationMessage: each(cancellationFacts, (key) =>
    cancellationMessage(key, { accountId, order: cancellationFacts[key], lines }),
  ),
  planSizeMessage: each(planSizeOccasions, (key) =>
    planSizeMessage(key, { accountId, order: sizeOrder }),
  ),
}
