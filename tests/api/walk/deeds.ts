import fc from 'fast-check'
import { api } from '#protocol/index.ts'
import { codeOf } from '../refusals.ts'
import { note, order, type Deeds, type Walk, type Walker } from './walker.ts'
import { askStandIn } from '../stand-ins.ts'

/** What a member may do in a day, drawn at random; `line` counts round among the lines there are. */
export type Deed = { member: number; days: number } & (
  | { do: 'book size' | 'queue size'; plan: number }
  | { do: 'cancel contract' | 'initial cancel' | 'order paper' | 'undo bookings' }
  | { do: 'cancel line' | 'reissue' | 'port out' | 'port away'; line: number }
  | { do: 'change kind'; line: number; kind: 'data' | 'sms' | 'voice' }
  | { do: 'add line'; kind: 'data' | 'sms' }
  | { do: 'tidy orders'; cancel: boolean }
  | { do: 'nothing' }
)

const plan = fc.constantFrom(10, 11, 13, 15, 18, 20, 25, 30, 40)
const line = fc.nat(2)
const doing = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('book size' as const), plan }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('undo bookings' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reissue' as const), line }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('add line' as const),
      kind: fc.constantFrom('data' as const, 'sms' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('change kind' as const),
      line,
      kind: fc.constantFrom('data' as const, 'sms' as const, 'voice' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel line' as const), line }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel contract' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('initial cancel' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('order paper' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('queue size' as const), plan }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('port out' as const), line }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('port away' as const), line }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('tidy orders' as const), cancel: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('nothing' as const) }) },
)

/** A deed of one member, and how many nights pass before the next. */
export const deed: fc.Arbitrary<Deed> = fc
  .tuple(doing, fc.nat(2), fc.constantFrom(0, 0, 1, 2, 5, 9, 12))
  .map(([what, member, days]) => ({ ...what, member, days }))

export async function perform(walk: Walk, deeds: Deeds, what: Deed): Promise<void> {
  const walker = walk.walkers[what.member % walk.walkers.length]
  if (walker === undefined) return
  switch (what.do) {
    case 'book size':
      return bookSize(deeds, walker, what.plan)
    case 'queue size':
      return queueSize(deeds, walker, what.plan)
    case 'undo bookings':
      return undoBookings(deeds, walker)
    case 'cancel contract':
      return cancel(deeds, walker, undefined)
    case 'cancel line':
      return cancel(deeds, walker, await lineOf(walker, what.line))
    case 'initial cancel':
      return initialCancel(deeds, walker)
    case 'order paper':
      return orderPaper(deeds, walker)
    case 'add line':
      return addLine(deeds, walker, what.kind)
    case 'reissue':
      return reissue(deeds, walker, await lineOf(walker, what.line))
    case 'change kind':
      return changeKind(deeds, walker, await lineOf(walker, what.line), what.kind)
    case 'port out':
      return portOut(deeds, walker, await lineOf(walker, what.line))
    case 'port away':
      return portAway(walk, deeds, walker)
    case 'tidy orders':
      return tidyOrders(deeds, walker, what.cancel)
    case 'nothing':
      return
  }
}

async function lineOf({ call }: Walker, index: number) {
  const { lines } = await call(api.contractGet)
  return lines[index % lines.length]?.lineId ?? ''
}

async function bookSize(deeds: Deeds, { call }: Walker, plan: number) {
  const estimate = await call(api.couponEstimateGet, { query: { plan: String(plan) } })
  const { effectiveOn, conditions, why } = estimate
  const body = { plan, effectiveOn, conditions }
  await order(deeds, 'size booked', why, (idempotencyKey) =>
    call(api.couponRegisterPost, { body, idempotencyKey }),
  )
}

async function queueSize(deeds: Deeds, { call }: Walker, plan: number) {
  const body = { operation: 'planSizeChange', plan } as const
  const code = await codeOf(call(api.procedureQueuePost, { body }))
  note(deeds, code.startsWith('answered') ? 'size queued' : `size queue refused: ${code}`)
}

async function undoBookings(deeds: Deeds, { call }: Walker) {
  const { reserved } = await call(api.couponReservedPlanGet)
  if (reserved) {
    const { orderNo, undo } = reserved
    const body = { orderNo }
    await order(deeds, 'size undone', undo, (idempotencyKey) =>
      call(api.couponCancelPost, { body, idempotencyKey }),
    )
  }
  const { bookings } = await call(api.statusCancelStateGet)
  for (const { orderNo, undo } of bookings.slice(0, 1)) {
    const body = { orderNo }
    await order(deeds, 'cancellation undone', undo, (idempotencyKey) =>
      call(api.simCancelResetPost, { body, idempotencyKey }),
    )
  }
}

async function cancel(deeds: Deeds, { call }: Walker, lineId: string | undefined) {
  const { lines } = await call(api.contractGet)
  const target = lines.find((one) => one.lineId === lineId)
  if (lineId !== undefined && target === undefined) return
  const { conditions, why } = await call(api.simCancelPaymentGet, { query: { lineId } })
  const lineIds = lineId === undefined ? undefined : [lineId]
  const body = { conditions, agreed: true, lineIds } as const
  await order(deeds, lineId ? 'line cancelled' : 'contract cancelled', why, (idempotencyKey) =>
    call(api.simCancelReservePost, { body, idempotencyKey }),
  )
}

async function initialCancel(deeds: Deeds, { call }: Walker) {
  const { conditions, ...why } = await call(api.statusInitialCancelGet)
  const body = { conditions, agreed: true } as const
  await order(deeds, 'initially cancelled', why, (idempotencyKey) =>
    call(api.statusInitialCancelPost, { body, idempotencyKey }),
  )
}

async function orderPaper(deeds: Deeds, { call }: Walker) {
  const { documents } = await call(api.contractDetailStatusGet)
  const docId = documents[0]?.docId
  if (docId === undefined) return
  const { conditions, why } = await call(api.contractDetailPaperAvailableGet, { query: { docId } })
  const body = { docId, conditions }
  await order(deeds, 'paper ordered', why, (idempotencyKey) =>
    call(api.contractDetailReservePost, { body, idempotencyKey }),
  )
}

async function addLine(deeds: Deeds, { call }: Walker, kind: 'data' | 'sms') {
  const { version: termsVersion } = await call(api.simAddContractGet)
  const query = { kind, size: 'nano' } as const
  const { conditions, why } = await call(api.simAddCostGet, { query })
  const body = { ...query, termsVersion, conditions, agreed: true } as const
  await order(deeds, 'line added', why, (idempotencyKey) =>
    call(api.simAddPost, { body, idempotencyKey }),
  )
}

async function reissue(deeds: Deeds, { call }: Walker, lineId: string) {
  const query = { lineId, size: 'micro', reason: 'sizeChange' } as const
  const { conditions, why } = await call(api.simChangeSizeInitialCostGet, { query })
  const body = { ...query, conditions }
  await order(deeds, 'SIM reissued', why, (idempotencyKey) =>
    call(api.simChangeSizeRegisterPost, { body, idempotencyKey }),
  )
}

async function changeKind(
  deeds: Deeds,
  { call }: Walker,
  lineId: string,
  kind: 'data' | 'sms' | 'voice',
) {
  const query = { lineId, kind, size: 'nano' } as const
  const { conditions, why } = await call(api.simChangeTypeInitialCostGet, { query })
  const body = { ...query, conditions, agreed: true } as const
  await order(deeds, 'kind changed', why, (idempotencyKey) =>
    call(api.simChangeTypeRegisterPost, { body, idempotencyKey }),
  )
}

async function portOut(deeds: Deeds, { call }: Walker, lineId: string) {
  const { conditions, why } = await call(api.portOutPaymentGet, { query: { lineId } })
  const body = { lineId, conditions, agreed: true } as const
  await order(deeds, 'number requested', why, async (idempotencyKey) => {
    const { requestNo } = await call(api.portOutIssuanceRequestPost, { body, idempotencyKey })
    return { orderNo: requestNo }
  })
}

/** The other carrier uses whatever number is live. */
export async function portAway({ harness }: Walk, deeds: Deeds, { call }: Walker) {
  const { lines } = await call(api.portOutPossibleListGet)
  const issued = lines.find(({ request }) => request?.number !== undefined)
  if (issued === undefined) return
  const answer = await askStandIn(harness.carrier, '/mnp/use', {
    number: issued.line.number,
    mnpNumber: issued.request?.number,
  })
  note(deeds, `ported away: ${answer.status}`)
}

/** Takes open orders back, or switches over what is ready: what the order's page offers must be accepted. */
export async function tidyOrders(deeds: Deeds, { call }: Walker, cancels: boolean) {
  const { rows } = await call(api.statusApplyStateGet, { query: { only: 'open' } })
  for (const { orderNo } of rows) {
    const { actions } = await call(api.orderGet, { query: { orderNo } })
    if (cancels && actions.cancel.allowed) {
      await call(api.orderDelete, { query: { orderNo } })
      note(deeds, 'order taken back')
    } else if (!cancels && actions.switchOver.allowed) {
      await call(api.orderSwitchOverPost, { body: { orderNo } })
      note(deeds, 'switched over')
    }
  }
}
