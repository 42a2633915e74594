import { expect, test } from 'vitest'
import { useSeededHarness } from '#tests/api/seeded.ts'

const harness = await useSeededHarness()

test('窓口の行列には、超過、まもなく、いま届いた件が並び、内容を開ける', async () => {
  const fukuda = await harness.staff('fukuda')
  const ikeda = await harness.staff('ikeda')
  const of = async (staff: typeof fukuda, queue: 'identity' | 'usage' | 'bill' | 'message') =>
    (await staff.ask('consoleQueueGet', { query: { queue } })).rows
  const identity = await of(fukuda, 'identity')
  expect(identity.map(({ ref }) => ref)).toEqual(['idc_demo0', 'idc_demo1', 'idc_demo2'])
  expect(identity[0]?.group).toBe('overdue')
  for (const queue of ['usage', 'bill', 'message'] as const) {
    const rows = await of(ikeda, queue)
    expect([queue, rows.length >= 3, rows[0]?.group]).toEqual([queue, true, 'overdue'])
  }
  const body = { item: 'identity-by-hand', ref: 'idc_demo0' } as const
  const shown = await fukuda.ask('consoleIdentityReadPost', { body })
  expect(shown.name).not.toBe('')
  expect(shown.address).toMatch(/^.+[都道府県]/u)
})
