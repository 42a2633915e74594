import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { ApiError } from '#protocol/http.ts'
import { createTestDatabase, inDatabase } from '../database.ts'
import { startHarness, type Harness } from '../harness.ts'
import { makeMember } from '../members.ts'
import { openPages } from '../pages.ts'
import { startCommitGate } from './commit-gate.ts'
import { until } from './until.ts'

// COMMIT is what makes a change: who has lost its answer knows nothing, and must not say "nothing was changed".

let url: string
let gate: Awaited<ReturnType<typeof startCommitGate>>
let harness: Harness
beforeAll(async () => {
  url = await createTestDatabase()
  gate = await startCommitGate(new URL(url))
  harness = await startHarness(undefined, {}, { past: { url: gate.url }, waitsAsAMember: true })
})
afterAll(async () => {
  await harness?.stop()
  await gate?.close()
})

type Member = Awaited<ReturnType<typeof makeMember>>
const buy = ({ call }: Member, idempotencyKey: string) =>
  call(api.highSpeedCouponPost, { body: { packId: '100mb', priceYen: 220 }, idempotencyKey })

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'made',
    (error: unknown) => (error instanceof ApiError ? error.failure?.code : String(error)),
  )

async function packsOf({ contractId }: Member) {
  const sql = `select count(*)::int as n from booked_charge where contract_id = '${contractId}'`
  return (await inDatabase(url, sql)).rows[0]?.n
}

/** Somebody asks what became of the held COMMIT, and waits for its transaction. */
const isAsked = async () => {
  const sql = `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'`
  return ((await inDatabase(url, sql)).rowCount ?? 0) > 0
}

describe('確定の返事が来なかったとき', () => {
  test('購入が済んでいれば、済んだと答える。買い直す理由はなく、代金は一度', async () => {
    const member = await makeMember(harness, { loginId: 'unanswered' })
    gate.meet('unanswered')
    const bought = await buy(member, 'first-review')
    expect(bought.receipt.orderNo).toMatch(/^[A-Z]-/)
    expect(await packsOf(member)).toBe(1)
    expect(await buy(member, 'first-review')).toEqual(bought)
    expect(await packsOf(member)).toBe(1)
  })

  test('確定が4秒かかっても、終わるのを待って、済んだと答える', async () => {
    const member = await makeMember(harness, { loginId: 'slow' })
    gate.meet('slow')
    const buying = buy(member, 'slow-review')
    await until('the key is looked up', isAsked)
    gate.letThrough()
    expect((await buying).receipt.orderNo).toMatch(/^[A-Z]-/)
    expect(await packsOf(member)).toBe(1)
  })

  test('確定が届く前に切れたら、影響はないと答え、別の確認画面から買って一度', async () => {
    const member = await makeMember(harness, { loginId: 'lost' })
    gate.meet('lost')
    expect(await codeOf(buy(member, 'lost-review'))).toBe('UNAVAILABLE')
    expect(await packsOf(member)).toBe(0)
    await buy(member, 'another-review')
    expect(await packsOf(member)).toBe(1)
  })

  test('待っても分からなければ、分からないと答えてお手続き状況へ案内し、同じ画面で押し直しても一度', async () => {
    const member = await makeMember(harness, { loginId: 'unknown' })
    const browser = (await openPages(harness))(member)
    const review = await browser.open('/mypage/data/charge.html?step=confirm&packId=100mb')
    gate.meet('slow')
    const [button = ''] = review.primary
    const page = await review.press(button)
    expect(page.status).toBe(503)
    expect(page.text).toContain('お手続きの結果を確認できませんでした。')
    expect(page.text).not.toContain('影響はありません')
    expect(page.links.map(({ text }) => text)).toContain('お手続き状況を確認する')
    gate.letThrough()
    await until('the lost change is there', async () => (await packsOf(member)) === 1)
    const again = await page.press(button)
    expect(again.status).toBe(200)
    expect(await packsOf(member)).toBe(1)
  })

  test('鍵のない変更は、調べようがないので、分からないと答える', async () => {
    const member = await makeMember(harness, { loginId: 'keyless' })
    const body = { lineId: member.lineIds[0] ?? '', nickname: 'わたし' }
    gate.meet('unanswered')
    expect(await codeOf(member.call(api.lineNicknamePut, { body }))).toBe('OUTCOME_UNKNOWN')
  })
})
