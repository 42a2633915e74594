import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { ApiError } from '#protocol/http.ts'
import { startHarness, type Harness } from '../../../tests/api/harness.ts'
import { makeMember, type MemberShape } from '../../../tests/api/members.ts'

const START = '2026-11-20T10:00:00+09:00'
const eidEnding = (ending: string) => `8904903200000000000000000000${ending}`

let harness: Harness
let serial = 0
beforeAll(async () => {
  harness = await startHarness(START)
})
afterAll(() => harness?.stop())
beforeEach(() => harness.clock.set(START))

const single = async (shape: Partial<MemberShape> = {}) =>
  makeMember(harness, { loginId: `sim${(serial += 1)}`, ...shape })
type Member = Awaited<ReturnType<typeof single>>

const codeOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof ApiError ? error.failure?.code : error
}

async function orderCard(member: Member, reason: 'lost' | 'sizeChange' = 'broken' as never) {
  const [lineId = ''] = member.lineIds
  const query = { lineId, size: 'nano', reason } as const
  const { conditions } = await member.call(api.simChangeSizeInitialCostGet, { query })
  const body = { ...query, conditions }
  return member.call(api.simChangeSizeRegisterPost, { body })
}

describe('SIM', () => {
  test('smoke', async () => {
    const member = await single()
    const receipt = await orderCard(member, 'lost')
    expect(receipt).toMatchObject({ operation: 'simReissue', state: 'ordered' })
    await harness.drain()
    expect(codeOf).toBeDefined()
    expect(eidEnding('0000')).toHaveLength(32)
  })
})
