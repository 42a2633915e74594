import { expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { giveBucket } from '#tests/api/data-facts.ts'
import { simDesk, type DeskMember } from '#tests/api/sim-orders.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const START = '2026-11-20T10:00:00+09:00'
const harness = await useHarness(START)
const desk = simDesk(harness, 'widget')

async function make(member: DeskMember, name = 'スマホのホーム画面') {
  const { widgetId, url } = await member.call(api.widgetsPost, { body: { name } })
  const secret = /\/w\/(hbkw_[\w-]{40,})$/.exec(url)?.[1] ?? ''
  const { widgetCard, database } = harness.services
  return { widgetId, secret, read: () => widgetCard(database.db, secret, harness.clock.now()) }
}

test('ウィジェットは、残り・切り替え・期限・時刻だけを見せ、名前も番号も出さない', async () => {
  const member = await desk.member()
  await giveBucket(harness, member.contractId, { remainingBytes: 3_000_000_000 })
  const { read } = await make(member)
  expect(await read()).toEqual({
    remainingBytes: 3_000_000_000,
    highSpeed: 'on',
    until: '2027-01-01T00:00:00+09:00',
    asOf: '2026-11-20T10:00:00+09:00',
  })
})

test('アドレスは作ったときだけ見せ、そのあとは、はじめの文字と最後に読まれた時刻だけを見せる', async () => {
  const member = await desk.member()
  const { widgetId, secret, read } = await make(member)
  await read()
  const { widgets } = await member.call(api.widgetsGet)
  expect(widgets).toEqual([
    {
      widgetId,
      name: 'スマホのホーム画面',
      prefix: secret.slice(0, 9),
      madeAt: '2026-11-20T10:00:00+09:00',
      lastReadAt: '2026-11-20T10:00:00+09:00',
    },
  ])
  const rows = await harness.services.database.db.selectFrom('widget').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(secret)
})

test('ウィジェットは6個まで作れる', async () => {
  const member = await desk.member()
  for (const place of ['1', '2', '3', '4', '5', '6']) await make(member, place)
  await expect(make(member, '7')).rejects.toThrow('WIDGETS_FULL')
})

test('消すと読めなくなり、ほかの人のウィジェットは消せない', async () => {
  const [member, other] = [await desk.member(), await desk.member()]
  const { widgetId, read } = await make(member)
  const remove = (who: DeskMember) => who.call(api.widgetsDelete, { query: { widgetId } })
  await expect(remove(other)).rejects.toThrow('NOT_FOUND')
  expect(await read()).toBeDefined()
  expect(await remove(member)).toEqual({ widgets: [] })
  expect(await read()).toBeUndefined()
})

test('ほかのすべてのログインを終わらせると、ウィジェットもすべて読めなくなる', async () => {
  const member = await desk.member()
  const { read } = await make(member)
  await member.call(api.loginHistoryDelete, { query: {} })
  expect(await read()).toBeUndefined()
})

test('契約が終わると、ウィジェットは読めない', async () => {
  const member = await desk.member()
  const { read } = await make(member)
  await harness.services.database.db
    .updateTable('contract')
    .set({ status: 'initial_cancelled' })
    .where('contract_id', '=', member.contractId)
    .execute()
  expect(await read()).toBeUndefined()
  await expect(make(member)).rejects.toThrow('CONTRACT_ENDED')
})
