import { expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { instant } from '#domain/tokyo.ts'
import { insertCall } from '#tests/api/calls.ts'
import { makeMember } from '#tests/api/members.ts'
import { setRows } from '#tests/api/rows.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const harness = await useHarness('2026-11-01T07:00:00+09:00')

test('4日だけの最初の月の通話880円は、4日で割って先を見込む。回線が止まっているあいだは、いままでの額のまま', async () => {
  const startedOn = '2026-10-28'
  const { call, contractId, lineIds } = await makeMember(harness, {
    loginId: 'newcomer',
    startedOn,
  })
  const startedAt = instant('2026-10-30T10:00:00+09:00')
  const lineId = lineIds[0] ?? ''
  await insertCall(harness, { contractId, lineId, units: 40, startedAt, receivedAt: startedAt })
  await runTasks(harness, 'month-close')
  const { soFar, forecast } = await call(api.billingReserveGet)
  expect(soFar.totalYen).toBe(1191)
  // 880円 ÷ 4日 × 残り29日 = 6,380円
  expect(forecast).toEqual({ lowYen: 1191, expectedYen: 7571, highYen: 7571 })

  const stopped = { status: 'suspended', suspension_reason: 'lost' } as const
  await setRows(harness, 'line', stopped, { contract_id: contractId })
  const { forecast: now } = await call(api.billingReserveGet)
  expect(now).toEqual({ lowYen: 1191, expectedYen: 1191, highYen: 1191 })
})
