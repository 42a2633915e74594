import { runTasksLike } from '#tests/api/tasks.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { makeMember, type MemberShape } from '#tests/api/members.ts'
import { drives } from '#tests/api/procedures/drives.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { setContract } from '#tests/api/rows.ts'
import { askStandIn } from '#tests/api/stand-ins.ts'

const START = '2026-11-20T10:00:00+09:00'

const harness = await useHarness(START)
let serial = 0
beforeEach(() => harness.clock.set(START))

async function makeMemberOf(shape: Partial<MemberShape> = {}) {
  const loginId = `port${(serial += 1)}`
  return { loginId, ...(await makeMember(harness, { loginId, ...shape })) }
}
type Member = Awaited<ReturnType<typeof makeMemberOf>>

async function requestNumber(member: Member, index = 0) {
  const lineId = member.lineIds[index] ?? ''
  const { conditions } = await member.call(api.portOutPaymentGet, { query: { lineId } })
  return member.call(api.portOutIssuanceRequestPost, { body: { lineId, conditions, agreed: true } })
}

/** As the member sees it after logging in now. */
async function requestOf(member: Member, index = 0) {
  const { call } = await harness.signIn(member.loginId)
  const { lines } = await call(api.portOutPossibleListGet)
  return lines.find(({ line }) => line.lineId === member.lineIds[index])
}

/** Lets the worker do what lies ready, sets the clock, and runs what this area has due then. */
async function workAt(instant: string) {
  await harness.drain()
  harness.clock.set(instant)
  await runTasksLike(harness, /^MNP/)
  await harness.drain()
}

const after = (minutes: number) => workAt(harness.clock.now().add({ minutes }).toString())

/** The other carrier uses the number. */
const usedElsewhere = (number: string, mnpNumber: string) =>
  askStandIn(harness.carrier, '/mnp/use', { number, mnpNumber })

describe('MNP予約番号', () => {
  test('申し込むと数分で発行され、発行の日を含めて15日間使える。手数料は0円', async () => {
    const member = await makeMemberOf()
    const [lineId = ''] = member.lineIds
    const payment = await member.call(api.portOutPaymentGet, { query: { lineId } })
    expect(payment).toMatchObject({ feeYen: 0, validDays: 15, why: { allowed: true } })
    expect(payment.undoUntil).toBeUndefined()

    expect(await requestNumber(member)).toMatchObject({ state: 'requested' })
    await after(4)
    const possible = await requestOf(member)
    expect(possible).toMatchObject({
      allowed: false,
      reasonCode: 'MNP_NUMBER_LIVE',
      request: {
        state: 'issued',
        number: expect.stringMatching(/^99\d{8}$/),
        issuedOn: '2026-11-20',
        expiresOn: '2026-12-04',
        nextFrom: '2026-12-06',
      },
    })
  })

  test('2つ目の番号、ほかの人の回線、音声でない回線、古いログインは断る', async () => {
    const member = await makeMemberOf({
      course: 'share',
      planCode: 20,
      lines: [{ kind: 'voice' }, { kind: 'data' }],
    })
    const other = await makeMemberOf()
    await requestNumber(member)
    expect(await codeOf(requestNumber(member))).toBe('MNP_NUMBER_LIVE')
    expect(await codeOf(requestNumber(member, 1))).toBe('NOT_VOICE_LINE')
    const [foreign = ''] = other.lineIds
    const conditions = 'x'
    const body = { lineId: foreign, conditions, agreed: true } as const
    expect(await codeOf(member.call(api.portOutIssuanceRequestPost, { body }))).toBe('NOT_FOUND')
    harness.clock.set('2026-11-20T10:11:00+09:00')
    expect(await codeOf(requestNumber(other))).toBe('SECOND_FACTOR_REQUIRED')
  })

  test('転出が完了すると回線は終わり、最後の回線なら契約も終わる。ほかの回線は残る', async () => {
    const member = await makeMemberOf({
      course: 'share',
      planCode: 20,
      lines: [{ kind: 'voice', number: '07000001111' }, { kind: 'data' }],
    })
    await requestNumber(member)
    await after(4)
    const number = (await requestOf(member))?.request?.number ?? ''
    expect((await usedElsewhere('07000001111', number)).status).toBe(200)
    await after(1)
    await after(1)
    const contract = await (await harness.signIn(member.loginId)).call(api.contractGet)
    expect(contract.status).toBe('active')
    expect(contract.lines.map(({ status, first }) => ({ status, first }))).toEqual([
      { status: 'active', first: true },
      { status: 'ended', first: false },
    ])
    const { request } = (await requestOf(member)) ?? {}
    expect(request).toMatchObject({ state: 'ported_out', portedOutOn: '2026-11-20' })
    // The line has gone: no other number can be had for it.
    expect(request?.nextFrom).toBeUndefined()
  })

  test('解約を予約していても転出でき、転出が済むと予約はいらなくなる', async () => {
    const member = await makeMemberOf({ lines: [{ number: '07000003333' }] })
    const payment = await member.call(api.simCancelPaymentGet, { query: {} })
    const body = { conditions: payment.conditions, agreed: true } as const
    await member.call(api.simCancelReservePost, { body })
    await requestNumber(member)
    await after(4)
    const number = (await requestOf(member))?.request?.number ?? ''
    await usedElsewhere('07000003333', number)
    await after(1)
    const { call } = await harness.signIn(member.loginId)
    const { bookings } = await call(api.statusCancelStateGet)
    expect(bookings.map(({ state }) => state)).toEqual(['replaced'])
    expect(await call(api.contractGet)).toMatchObject({
      status: 'ported_out',
      endsOn: '2026-11-20',
    })
  })

  test('回線が転出すると、その回線のオプションの解約の予約も終わる', async () => {
    const subject = await drives.optionLeave.ready(harness, 'portoption')
    const call = await subject.signIn()
    await (
      await drives.optionLeave.confirm(call, subject)
    )()
    await (
      await drives.portOut.confirm(call, subject)
    )()
    await after(4)
    const { lines } = await call(api.portOutPossibleListGet)
    const { line, request } = lines.find(({ request: one }) => one?.number !== undefined) ?? {}
    await usedElsewhere(line?.number ?? '', request?.number ?? '')
    await after(1)
    const { rows } = await (await subject.signIn())(api.statusApplyStateGet, { query: {} })
    expect(Object.fromEntries(rows.map(({ operation, final }) => [operation, final]))).toEqual({
      optionJoin: true,
      optionLeave: true,
      portOut: true,
    })
  })

  test('紛失で止めた回線の番号は持ち出せ、未払いのあいだは持ち出せない', async () => {
    const lost = await makeMemberOf()
    const unpaid = await makeMemberOf()
    await lost.call(api.lineSuspensionPost, { body: { lineId: lost.lineIds[0] ?? '' } })
    await setContract(harness, unpaid.contractId, { unpaid_since: harness.clock.now() })
    expect((await requestNumber(lost)).state).toBe('requested')
    expect(await codeOf(requestNumber(unpaid))).toBe('UNPAID')
  })

  test('使われないと期限の翌日に失効し、その翌々日から新しい番号を発行できる', async () => {
    const member = await makeMemberOf({ lines: [{ number: '07000002222' }] })
    await requestNumber(member)
    await after(4)
    await workAt('2026-12-04T23:30:00+09:00')
    expect((await requestOf(member))?.request?.state).toBe('issued')
    await workAt('2026-12-05T00:00:00+09:00')
    expect(await requestOf(member)).toMatchObject({
      allowed: false,
      reasonCode: 'MNP_NUMBER_COOLDOWN',
      freeFrom: '2026-12-06',
      request: { state: 'cooldown' },
    })
    await workAt('2026-12-06T00:00:00+09:00')
    const freed = await requestOf(member)
    expect(freed).toMatchObject({ allowed: true })
    expect(freed?.request).toBeUndefined()
  })

  test('期限が切れた番号の手続きは、次の番号を待つあいだ、期限切れを失敗、再発行待ちをいまの段階と言う', async () => {
    const member = await makeMemberOf({ lines: [{ number: '07000002223' }] })
    await requestNumber(member)
    await after(4)
    await workAt('2026-12-05T00:00:00+09:00')
    const { call } = await harness.signIn(member.loginId)
    const { rows } = await call(api.statusApplyStateGet, { query: { only: 'open' } })
    expect(rows).toMatchObject([{ operation: 'portOut', state: 'cooldown', tone: 'info' }])
    const { timeline } = await call(api.orderGet, { query: { orderNo: rows[0]?.orderNo ?? '' } })
    expect(timeline.map(({ key, position }) => `${key} ${position}`)).toEqual([
      'requested done',
      'issuing done',
      'issued done',
      'expired failed',
      'cooldown current',
    ])
  })
})
