import { operations, type Operation } from '#vocabulary/operation.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { advanceOrder, openOrder } from './orders.ts'
import type { OrderProcedure } from '#vocabulary/operation.ts'
import type { ContractState } from '#domain/contract/contract-states.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { blockers, type Blocker } from '#domain/exclusion/matrix.ts'
import { operationRules } from '#domain/exclusion/operation-rules.ts'
import { blockerReasons } from '#domain/exclusion/reason.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { startHarness, type Harness } from './harness.ts'
import { makeMember } from './members.ts'
import { codeOf } from './refusals.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

type Member = Awaited<ReturnType<typeof makeMember>>
let serial = 0
const makeOne = (status: ContractState = 'active') =>
  makeMember(harness, {
    loginId: `matrix-${(serial += 1)}`,
    planCode: 20,
    course: 'share',
    status,
    lines: [{}, {}],
  })

/** An order under way on the first line. */
async function open(member: Member, procedure: OrderProcedure, event: string, details: object) {
  const now = harness.clock.now()
  return harness.database.db.transaction().execute((tx) =>
    openOrder(tx, {
      contractId: member.contractId,
      lineId: member.lineIds[0] ?? '',
      procedure,
      event,
      actor: 'member',
      now,
      details: { ...details },
    }),
  )
}

const simOrder = (order: string) => ({ wish: { order, kind: 'voice', simSize: 'nano' } })
const setContract = (member: Member, set: object) =>
  harness.database.db
    .updateTable('contract')
    .set(set)
    .where('contract_id', '=', member.contractId)
    .execute()

/** Puts each blocker upon a member: an order or a number on the first line, the rest on the contract. */
const block: Record<Blocker, (member: Member) => Promise<unknown>> = {
  suspended: (member) => setContract(member, { status: 'suspended', suspension_reason: 'fraud' }),
  unpaid: (member) => setContract(member, { unpaid_since: harness.clock.now() }),
  cancellationBooked: async (member) => {
    const { conditions } = await member.call(api.simCancelPaymentGet)
    await member.call(api.simCancelReservePost, { body: { conditions, agreed: true } })
  },
  mnpNumberLive: async (member) => {
    const orderNo = await open(member, 'portOut', 'requested', { exchangeId: 'none' })
    const order = { contractId: member.contractId, orderNo }
    const now = harness.clock.now()
    await harness.database.db.transaction().execute(async (tx) => {
      await advanceOrder(tx, order, { event: 'sent_to_carrier', actor: 'system', now })
      const merge = { issuedOn: tokyoDate('2026-11-20') }
      await advanceOrder(tx, order, { event: 'number_issued', actor: 'carrier', now, merge })
    })
  },
  handoverOpen: (member) => open(member, 'lineHandover', 'offered', {}),
  kindChangeOpen: (member) => open(member, 'simKindChange', 'ordered', simOrder('kindChange')),
  simOrderOpen: (member) => open(member, 'simReissue', 'ordered', simOrder('reissue')),
}

const conditions = 'not-what-was-confirmed'
const agreed = true
/** Each request sent as an order whose conditions are wrong: where the rules allow it, that alone is refused. */
const order: Partial<Record<Operation, (member: Member) => Promise<unknown>>> = {
  planSizeChange: (member) =>
    member.call(api.couponRegisterPost, {
      body: { plan: 25, effectiveOn: '2026-12-01', conditions },
    }),
  simAdd: async (member) => {
    const { version: termsVersion } = await member.call(api.simAddContractGet)
    const body = { kind: 'data', size: 'nano', termsVersion, conditions, agreed } as const
    return member.call(api.simAddPost, { body })
  },
  simReissue: (member) =>
    member.call(api.simChangeSizeRegisterPost, {
      body: { lineId: member.lineIds[0] ?? '', size: 'micro', reason: 'sizeChange', conditions },
    }),
  simKindChange: (member) =>
    member.call(api.simChangeTypeRegisterPost, {
      body: { lineId: member.lineIds[0] ?? '', kind: 'data', size: 'nano', conditions, agreed },
    }),
  phoneMove: (member) =>
    member.call(api.phoneMovePost, {
      body: { lineId: member.lineIds[0] ?? '', conditions, proof: 'wait' },
    }),
  lineCancel: (member) =>
    member.call(api.simCancelReservePost, {
      body: { lineIds: [member.lineIds[0] ?? ''], conditions, agreed },
    }),
  portOut: (member) =>
    member.call(api.portOutIssuanceRequestPost, {
      body: { lineId: member.lineIds[0] ?? '', conditions, agreed },
    }),
  lineHandover: (member) =>
    member.call(api.handoverOfferPost, {
      body: {
        lineId: member.lineIds[0] ?? '',
        lastNameKana: 'モリ',
        firstNameKana: 'アオイ',
        birth: '1990-04-12',
        conditions,
        agreed,
      },
    }),
}

const requests = operations.filter(
  (one) => operationRules[one].blockedBy !== undefined && one !== 'contractCancel',
)

describe('じゃまをする手続き × したい手続き', () => {
  test.each(blockers)('%s: 一覧の答えと、申し込みの答えが、表のとおり', async (blocker) => {
    const member = await makeOne()
    await block[blocker](member)
    const { operations: shown } = await member.call(api.contractChangeStatusGet)
    for (const operation of requests) {
      const verdict = operationRules[operation].blockedBy?.[blocker].verdict
      const reason = verdict === 'refused' ? blockerReasons[blocker] : undefined
      const row = shown.find(
        (one) =>
          one.operation === operation &&
          (one.lineId === undefined || one.lineId === member.lineIds[0]),
      )
      expect([row?.allowed, row?.reasonCode], `${blocker} × ${operation} in the list`).toEqual([
        reason === undefined,
        reason,
      ])
      const send = order[operation]
      if (send)
        expect(await codeOf(send(member)), `${blocker} × ${operation} ordered`).toBe(
          reason ?? 'CONDITIONS_CHANGED',
        )
    }
    const orders = await harness.database.db
      .selectFrom('procedure_order')
      .select('order_no')
      .where('contract_id', '=', member.contractId)
      .execute()
    expect(orders.length, 'nothing was begun').toBeLessThanOrEqual(1)
  })
})

test('何回線かのうち1回線だけの停止は、その回線の手続きだけを止める', async () => {
  const member = await makeOne()
  const [stopped = '', other = ''] = member.lineIds
  const body = { lineId: stopped }
  const before = await member.call(api.contractChangeStatusGet)
  await member.call(api.lineSuspensionPost, { body })
  await harness.drain()
  const after = await member.call(api.contractChangeStatusGet)
  const answers = ({ operations: shown }: typeof after, lineId: string | undefined) =>
    shown.filter((one) => one.lineId === lineId).map((one) => [one.operation, one.allowed])
  expect(answers(after, undefined)).toEqual(answers(before, undefined))
  expect(answers(after, other)).toEqual(answers(before, other))
  expect(answers(after, stopped)).toEqual([
    ['simReissue', true],
    ['simKindChange', false],
    ['phoneMove', true],
    ['lineCancel', true],
    ['portOut', true],
    ['lineHandover', false],
    ['deviceRegister', false],
    ['highSpeedSwitch', false],
    ['lineSuspend', false],
    ['lineResume', true],
  ])
})

describe('契約の状態 × 手続き', () => {
  const stateRefusals = new Set([
    'CONTRACT_NOT_ACTIVE',
    'CONTRACT_ENDED',
    'DOCUMENT_NOT_READY',
    'INITIAL_CANCEL_NOT_APPLICABLE',
  ])

  test.each(contractStates.states)(
    '%s: できない状態の手続きは、その理由で断られる',
    async (state) => {
      const member = await makeOne(state)
      // Whoever has merely applied, or was turned down, is no member yet.
      const answer = await member.call(api.contractChangeStatusGet).catch(() => undefined)
      if (answer === undefined) {
        expect(await codeOf(member.call(api.contractGet))).toBe('ACCESS_DENIED')
        return
      }
      for (const operation of operations) {
        const rows = answer.operations.filter((row) => row.operation === operation)
        const inState = operationRules[operation].states.includes(state)
        for (const row of rows)
          expect(stateRefusals.has(row.reasonCode ?? ''), `${state} ${operation}`).toBe(!inState)
      }
    },
  )
})
