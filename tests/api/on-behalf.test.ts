import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { onBehalf } from '#vocabulary/on-behalf.ts'
import { behalfActs, behalfApi, isBehalfAct, isBehalfRead } from '#protocol/console/behalf.ts'
import { failureIn } from '#protocol/envelope.ts'
import type { Call } from '#protocol/http.ts'
import { api } from '#protocol/index.ts'
import { passkeyApi } from '#protocol/passkey.ts'
import { phoneMoveApi } from '#protocol/phone-move.ts'
import { linkSteps } from '#vocabulary/console-record.ts'
import { orderedOperations, type OrderedOperation } from '#vocabulary/operation.ts'
import { openProvedCall } from './callers.ts'
import { drives, NotOffered, type Subject } from './procedures/drives.ts'
import { codeOf } from './refusals.ts'
import { rowsOf } from './rows.ts'
import { tries } from '#tests/tries.ts'
import { useHarness } from './use-harness.ts'

// Procedure × way of helping, whole: out of the table, by the mount, the member API's own handlers and real contracts.

const START = '2026-11-20T10:00:00+09:00'
const harness = await useHarness(START)
const { db } = harness.database
const { staffId } = await harness.staff('fukuda')

let serial = 0

/** A member ready for it, with a clerk who has the caller proved. */
async function called(name: OrderedOperation) {
  harness.clock.set(START)
  const subject = await drives[name].ready(harness, `behalf${(serial += 1)}`)
  await harness.drain()
  const member = await subject.signIn()
  return { subject, member, ...(await proved(subject, member)) }
}

async function proved(subject: Subject, member: Call) {
  const { account_id: accountId } = await db
    .selectFrom('contract')
    .select('account_id')
    .where('contract_id', '=', subject.contractId)
    .executeTakeFirstOrThrow()
  const staff = await harness.staff('fukuda')
  return { staff, ...(await openProvedCall(harness, staff, { accountId, call: member })) }
}

const ofContracts = orderedOperations.filter((name) => !['lineOpen', 'lineTakeover'].includes(name))
const pressed = ofContracts.filter((name) => ['staff', 'held'].includes(onBehalf[name].way))
const sent = ofContracts.filter((name) => !pressed.includes(name))

describe('代理でできる手続き', () => {
  test.each(pressed)('%s：押した人とお問い合わせが残り、会員が元に戻せる', async (name) => {
    const { staff, subject, member, grant, ticketNo } = await called(name)
    const press = await drives[name].confirm(staff.behalf(grant), subject)
    const answer = await codeOf(press())
    expect(answer).toMatch(/^answered/)
    const events = await rowsOf(
      harness,
      'order_event',
      ['actor', 'staff_id', 'case_no', 'order_no'],
      {
        contract_id: subject.contractId,
        actor: 'staff',
      },
    )
    expect(events.length).toBeGreaterThan(0)
    for (const event of events)
      expect(event).toMatchObject({ staff_id: staffId, case_no: ticketNo })
    const acts = (await member(api.recordAccessGet, { query: {} })).rows.filter(
      ({ kind, path }) => kind === 'act' && path !== undefined,
    )
    expect(acts[0]).toMatchObject({ role: 'procedures', caseNo: ticketNo, reason: 'contact' })
    const orderNo = events.at(-1)?.order_no ?? ''
    const holds = await rowsOf(harness, 'hold', '*', { order_no: orderNo })
    expect(holds.map(({ state }) => state)).toEqual(
      onBehalf[name].way === 'held' ? ['needs_confirmation'] : [],
    )
    const { undo } = drives[name]
    if (undo === undefined) return
    expect(await codeOf(undo(member, orderNo, subject))).toMatch(/^answered/)
  })

  test.each(sent)('%s：代理では断り、会員への画面で行う', async (name) => {
    const { staff, subject, member, grant } = await called(name)
    const behalf = staff.behalf(grant)
    const mixed: Call = (endpoint, ...input) =>
      endpoint.method === 'GET' ? member(endpoint, ...input) : behalf(endpoint, ...input)
    const press = await drives[name].confirm(mixed, subject)
    expect(await codeOf(press())).toBe('BY_MEMBER_ALONE')
  })

  test('表にある手続きだけが押せ、送れるものには画面がある', () => {
    const acts = new Set<string>(Object.values(behalfActs).flat())
    expect([...acts].toSorted()).toEqual(pressed.toSorted())
    for (const name of orderedOperations) {
      const help = onBehalf[name]
      if (help.way !== 'never') expect(Object.keys(linkSteps)).toContain(help.link)
    }
  })

  test('ほかの窓口は、どれも代理では開かない', async () => {
    const { staff, grant } = await called('planSizeChange')
    const ask = staff.onBehalf(grant)
    const others = Object.entries(behalfApi).filter(
      ([name]) => !isBehalfRead(name) && !isBehalfAct(name),
    )
    expect(others.length).toBeGreaterThan(100)
    // Who a member is, is shown by the member: no clerk adds a passkey, shows one, or moves a line to another phone.
    for (const own of [...Object.keys(passkeyApi), ...Object.keys(phoneMoveApi)])
      expect(others.map(([name]) => name)).toContain(own)
    for (const [name, { method, path }] of others) {
      const answer = await ask(path, { method, headers: {} })
      expect([name, readCode(await answer.text())]).toEqual([name, 'BY_MEMBER_ALONE'])
    }
  })
})

const readCode = (text: string) => failureIn(JSON.parse(text))?.code

/** What may stand in the way of a procedure, on both of two contracts that are made alike. */
const hindrances = {
  suspendedForDebt: async ({ contractId }: Subject) => {
    await db
      .updateTable('contract')
      .set({ status: 'suspended', suspension_reason: 'unpaid', unpaid_since: harness.clock.now() })
      .where('contract_id', '=', contractId)
      .execute()
  },
  owing: async ({ contractId }: Subject) => {
    await db
      .updateTable('contract')
      .set({ unpaid_since: harness.clock.now() })
      .where('contract_id', '=', contractId)
      .execute()
  },
  heirsWaitedFor: async ({ contractId }: Subject) => {
    await db
      .updateTable('contract')
      .set({ succession_since: harness.clock.now() })
      .where('contract_id', '=', contractId)
      .execute()
  },
  sizeNotToShare: async ({ contractId }: Subject) => {
    await db
      .updateTable('contract')
      .set({ plan_code: 13 })
      .where('contract_id', '=', contractId)
      .execute()
  },
  stoppedAsLost: async ({ lineId, signIn }: Subject) => {
    await (
      await signIn()
    )(api.lineSuspensionPost, { body: { lineId } })
  },
  locked: async ({ signIn }: Subject) => {
    for (const lock of ['simChange', 'numberTransfer'] as const)
      await (
        await signIn()
      )(api.lockPost, { body: { lock, waitHours: 24 } })
  },
} as const
type Hindrance = keyof typeof hindrances
const names: readonly Hindrance[] = [
  'suspendedForDebt',
  'owing',
  'heirsWaitedFor',
  'sizeNotToShare',
  'stoppedAsLost',
  'locked',
]

const lives = fc.record({
  hindrances: fc.subarray([...names], { maxLength: 2 }),
  presses: fc.shuffledSubarray(
    pressed.filter((name) => !['deviceClaim', 'optionLeave'].includes(name)),
    { minLength: 4, maxLength: 6 },
  ),
  late: fc.constantFrom(START, '2026-11-30T21:00:00+09:00', '2026-12-01T00:00:00+09:00'),
})

describe('代理の可否は、会員の可否と同じ', () => {
  test(
    'どんな契約でも、会員が断られるときに、同じ理由で断られる',
    { timeout: 300_000 },
    async () => {
      const found = new Map<string, number>()
      for (const life of fc.sample(lives, { numRuns: tries({ usually: 8, long: 16 }), seed: 7 })) {
        const byMember = await live(life, 'member')
        const byStaff = await live(life, 'staff')
        expect(byStaff, JSON.stringify(life)).toEqual(byMember)
        for (const [, code] of byMember) found.set(code, (found.get(code) ?? 0) + 1)
      }
      // Otherwise it would hold of contracts that are never refused anything.
      expect([...found.keys()]).toEqual(
        expect.arrayContaining(['answered', 'SUCCESSION_OPEN', 'SUSPENDED', 'UNPAID']),
      )
    },
  )
})

async function onBehalfOf(subject: Subject, member: Call) {
  const { staff, grant } = await proved(subject, member)
  return staff.behalf(grant)
}

/** What each press of a life is answered; of what is done alike only that. */
async function live(
  life: typeof lives extends fc.Arbitrary<infer Life> ? Life : never,
  by: 'member' | 'staff',
) {
  harness.clock.set(START)
  const subject = await drives.planSizeChange.ready(harness, `alike${(serial += 1)}`)
  for (const name of life.hindrances) await hindrances[name](subject)
  await harness.drain()
  harness.clock.set(life.late)
  const member = await subject.signIn()
  const call = by === 'member' ? member : await onBehalfOf(subject, member)
  const codes: [OrderedOperation, string][] = []
  for (const [minutes, name] of life.presses.entries()) {
    // Of two orders of one moment nobody could say which is the latest.
    harness.clock.set(Temporal.Instant.from(life.late).add({ minutes }).toString())
    const code = await outcomeOf(async () => (await drives[name].confirm(call, subject))())
    codes.push([name, code])
  }
  return codes
}

const outcomeOf = (press: () => Promise<unknown>) =>
  codeOf(press()).then(
    (code) => (code.startsWith('answered') ? 'answered' : code),
    (error: unknown) => {
      if (error instanceof NotOffered) return 'not offered'
      throw error
    },
  )
