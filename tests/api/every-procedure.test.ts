import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSealing, indexKeyOf } from '#backend/db/sealing.ts'
import { api } from '#protocol/index.ts'
import type { Call } from '#protocol/http.ts'
import { checkSealingKeys } from '#server/resealing/known-keys.ts'
import { sealAnew } from '#server/resealing/reseal.ts'
import { orderedOperations, type OrderedOperation } from '#vocabulary/operation.ts'
import { startCardPage } from './applicants.ts'
import { startHarness, type Harness } from './harness.ts'
import { brokenLaws, contradictions } from './procedures/contradictions.ts'
import { drives, type Subject } from './procedures/drives.ts'
import { codeOf } from './refusals.ts'

const START = '2026-11-20T10:00:00+09:00'
let harness: Harness
let cardPage: Awaited<ReturnType<typeof startCardPage>>
beforeAll(async () => {
  cardPage = await startCardPage()
  harness = await startHarness(START, { CARD_UPDATE_URL: cardPage.url })
})
afterAll(async () => {
  await harness?.stop()
  cardPage?.close()
})

let serial = 0
/** A law that one procedure broke is not reported for the next. */
const named = new Set<string>()
async function makeReady(name: OrderedOperation): Promise<Subject> {
  const subject = await drives[name].ready(harness, `every${(serial += 1)}`)
  await harness.drain()
  return subject
}

/** Nothing that the tables or the lists of the member say is against anything else that they say. */
async function expectOneStory(call: Call, after: string) {
  const isMember = (await call(api.platformAuthGet)).mvno_member
  const found = isMember ? await contradictions(call) : []
  const broken = (await brokenLaws(harness)).filter((law) => !named.has(law))
  broken.forEach((law) => named.add(law))
  expect([...broken, ...found], after).toEqual([])
}

const orderOf = async (call: Call, name: OrderedOperation) =>
  (await call(api.statusApplyStateGet, { query: { limit: '100' } })).rows.find(
    ({ operation }) => operation === name,
  )?.orderNo ?? ''

describe.each(orderedOperations)('%s', (name) => {
  const { confirm, second, undo } = drives[name]

  test('二つの画面から同時に申し込んでも、受け付けは一度。あとからの一度も同じ', async () => {
    harness.clock.set(START)
    const subject = await makeReady(name)
    const [one, other] = [await subject.signIn(), await subject.signIn()]
    const presses = [await confirm(one, subject), await confirm(other, subject)]
    const late = await confirm(other, subject)
    const found = await Promise.all(presses.map((press) => codeOf(press())))
    const refused = found.filter((answer) => !answer.startsWith('answered'))
    expect(refused).toEqual(second === 'both' ? [] : [second])
    await expectOneStory(one, 'two presses at once')
    await harness.drain()
    await expectOneStory(one, 'two presses at once, and answered')
    const again = await codeOf(late())
    expect(again.startsWith('answered'), again).toBe(second === 'both')
    await harness.drain()
    await expectOneStory(other, 'a third press')
  })

  if (undo === undefined) return
  test('取りやめると、どの一覧にも残らない', async () => {
    harness.clock.set(START)
    const subject = await makeReady(name)
    const call = await subject.signIn()
    await (
      await confirm(call, subject)
    )()
    await expectOneStory(call, 'begun')
    await undo(call, await orderOf(call, name), subject)
    await harness.drain()
    await expectOneStory(call, 'taken back')
  })
})

// The last of them: afterwards the services here open nothing any more.
test('どの手続きが封をした値も、宣言のとおりに開き、新しい鍵で封をしなおせる', async () => {
  const { config, database, sealing } = harness.services
  const former = { id: 'k1', secret: config.SEALING_SECRET }
  const next = createSealing({
    current: { id: 'k2', secret: 'the second secret of these tests, long enough' },
    others: [former],
    indexKey: indexKeyOf(former),
  })
  await checkSealingKeys(database.db, sealing)
  await checkSealingKeys(database.db, next)
  const of = { database, sealing: next, databaseUrl: config.DATABASE_URL }
  expect(await sealAnew(of)).toEqual({ left: new Map([['k2', expect.any(Number)]]) })
})
