import { describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { useSeededHarness } from '#tests/api/seeded.ts'
import { simDesk } from '#tests/api/sim-orders.ts'

const harness = await useSeededHarness()

describe('田中さんのデモ', () => {
  test('SIMの再発行が進んでいて、時計を進めると届いて切り替えられる', async () => {
    const desk = simDesk(harness, 'demo')
    const call = await desk.again('tanaka')
    const { rows } = await call(api.statusApplyStateGet, { query: { only: 'open' } })
    expect(rows).toMatchObject([{ operation: 'simReissue', state: 'ordered' }])
    await desk.workAt('2026-11-22T11:30:00+09:00')
    const later = await (
      await desk.again('tanaka')
    )(api.statusApplyStateGet, {
      query: { only: 'open' },
    })
    expect(later.rows).toMatchObject([{ state: 'switch_ready', tone: 'warning' }])
  })
})
