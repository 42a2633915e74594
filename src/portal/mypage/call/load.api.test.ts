import { expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { insertCall } from '#tests/api/calls.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { makeMember } from '#tests/api/members.ts'
import { loadCalls } from './load.ts'

const harness = await useHarness('2026-11-30T21:00:00+09:00')

const page = new URL('http://localhost:3000/mypage/call.html')

test('契約が終わったあとも、通話とSMSの明細を読める', async () => {
  const member = await makeMember(harness, { loginId: 'former', startedOn: '2026-11-28' })
  const [lineId = ''] = member.lineIds
  await insertCall(harness, { contractId: member.contractId, lineId, units: 3 })
  const { conditions } = await member.call(api.statusInitialCancelGet)
  await member.call(api.statusInitialCancelPost, { body: { conditions, agreed: true } })
  await harness.drain()
  expect((await member.call(api.contractGet)).status).toBe('initial_cancelled')

  const { names, log } = await loadCalls(member.call, page)
  expect(names.map((line) => line.lineId)).toEqual([lineId])
  expect(log).toMatchObject({ ok: true, value: { total: 1, totalAmountTenthsYen: 660 } })
})
