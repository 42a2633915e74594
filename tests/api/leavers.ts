import { afterAll, afterEach } from 'vitest'
import { api } from '#protocol/index.ts'
import { startHarness } from './harness.ts'
import { makeMember, type MemberShape } from './members.ts'
import { runTasks } from './tasks.ts'

const START = '2026-11-20T10:00:00+09:00'

export type Leaver = Awaited<ReturnType<typeof makeMember>> & { loginId: string }

/** Three lines of a share contract. */
export const share = {
  course: 'share',
  lines: [{}, {}, { kind: 'data' }],
} satisfies Partial<MemberShape>

/** For one file's tests of leaving: a portal of their own, at 20 November before each, and what a member does there. */
export async function startLeavers(name: string) {
  const harness = await startHarness(START)
  afterAll(() => harness.stop())
  afterEach(() => harness.clock.set(START))

  let serial = 0
  async function makeOne(shape: Partial<MemberShape> = {}) {
    const loginId = `${name}-${(serial += 1)}`
    return { ...(await makeMember(harness, { loginId, planCode: 20, ...shape })), loginId }
  }

  /** What of the worker's first hour of a month ends contracts and lines, and what follows from it. */
  async function workAtRollover() {
    await runTasks(harness, 'cancellations due', 'cancellations waiting', 'plan size bookings')
    await runTasks(harness, 'options of what has ended', 'usage and ledger', 'month-close')
    await harness.drain()
  }

  return {
    harness,
    makeOne,
    workAtRollover,
    /** After the clock has moved the old login is over. */
    again: async (member: Leaver) => ({ ...member, ...(await harness.signIn(member.loginId)) }),
    cancel: async (member: Leaver, lineIds?: string[], idempotencyKey?: string) => {
      const { conditions } = await member.call(api.simCancelPaymentGet, {
        query: { lineId: lineIds },
      })
      return member.call(api.simCancelReservePost, {
        body: { conditions, agreed: true, lineIds },
        idempotencyKey,
      })
    },
    linesOf: async (member: Leaver) =>
      (await member.call(api.contractGet)).lines.map((line) => [line.status, line.endsOn]),
    rolloverOf: async (month: string) => {
      harness.clock.set(`${month}-01T00:00:00+09:00`)
      await workAtRollover()
    },
  }
}
