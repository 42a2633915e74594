import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenMoneyLaws } from '#backend/billing/findings.ts'
import { api } from '#protocol/index.ts'
import { billed } from '../debts.ts'
import { startHarness, type Harness } from '../harness.ts'
import { makeMember, putCard } from '../members.ts'
import { codeOf } from '../refusals.ts'
import { runTasks } from '../tasks.ts'

const CHARGE = '2026-12-07T10:00:00+09:00'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness('2026-12-01T07:00:00+09:00')
})
afterAll(async () => {
  expect(await brokenMoneyLaws(harness.database.db)).toEqual([])
  await harness.stop()
})

let serial = 0
async function debtor() {
  harness.clock.set('2026-12-01T07:00:00+09:00')
  const loginId = `charged-${(serial += 1)}`
  const member = await makeMember(harness, { loginId })
  return { ...member, loginId, billId: await billed(harness, member.contractId) }
}
type Debtor = Awaited<ReturnType<typeof debtor>>

async function hourAt(at: string) {
  harness.clock.set(at)
  await runTasks(harness, 'overdue', 'credits', 'collection', 'refunds')
}

const processorIs = (mode: string) =>
  fetch(`${harness.services.config.CARD_URL}/__faults`, {
    method: 'POST',
    body: JSON.stringify({ mode }),
  })

/** What the processor took of the member's bill, of all its days. */
async function takenOf({ billId }: Debtor) {
  const { CARD_URL, CARD_SECRET } = harness.services.config
  const taken: number[] = []
  for (const day of ['06', '07', '08', '10', '13']) {
    const date = `2026-12-${day}`
    const answer = await fetch(`${CARD_URL}/charges?date=${date}`, {
      headers: { Authorization: `Bearer ${CARD_SECRET}` },
    })
    const { charges }: { charges: { orderId: string; result: string; amountYen: number }[] } =
      await answer.json()
    for (const { orderId, result, amountYen } of charges)
      if (orderId.startsWith(`${billId}-`) && result === 'ok') taken.push(amountYen)
  }
  return taken
}

async function courseOf({ contractId, accountId, billId }: Debtor) {
  const { db } = harness.database
  const { state } = await db
    .selectFrom('bill')
    .select('state')
    .where('bill_id', '=', billId)
    .executeTakeFirstOrThrow()
  const payments = await db
    .selectFrom('payment')
    .select('state')
    .where('contract_id', '=', contractId)
    .execute()
  const row = await db
    .selectFrom('notice')
    .select('title')
    .where('account_id', '=', accountId)
    .execute()
  return [state, payments.map((one) => one.state), row.map(({ title }) => title)]
}
const paid = ['paid', ['ok'], ['11月分の料金をお支払いいただきました']]

test('カード会社が丸一日応答しなくても、請求は一度だけ引き落とされ、そのあいだ催促も停止もされない', async () => {
  const members = [await debtor(), await debtor(), await debtor()]
  await processorIs('down')
  for (let hour = 0; hour < 25; hour += 1)
    await hourAt(Temporal.Instant.from(CHARGE).add({ hours: hour }).toString())
  for (const member of members) expect(await courseOf(member)).toEqual(['unknown', ['unknown'], []])
  const { call } = await harness.signIn(members[0]?.loginId ?? '')
  const body = { billId: members[0]?.billId ?? '', amountYen: 1191 }
  expect(await codeOf(call(api.singlePayPost, { body }))).toBe('PAYMENT_UNKNOWN')
  await processorIs('off')
  for (const member of members) expect(await takenOf(member)).toEqual([])
  await hourAt('2026-12-08T12:00:00+09:00')
  await hourAt('2026-12-08T13:00:00+09:00')
  for (const member of members) {
    expect(await courseOf(member)).toEqual(paid)
    expect(await takenOf(member)).toEqual([1191])
  }
})

test('引き落としたあと答えずに丸一日止まっても、10日にも13日にも重ねて引き落とされない', async () => {
  const member = await debtor()
  await putCard(harness, member.contractId, 'silent')
  await hourAt(CHARGE)
  expect(await takenOf(member)).toEqual([1191])
  await processorIs('down')
  for (let hour = 1; hour < 25; hour += 1)
    await hourAt(Temporal.Instant.from(CHARGE).add({ hours: hour }).toString())
  await processorIs('off')
  for (const day of ['08', '10', '13']) await hourAt(`2026-12-${day}T12:00:00+09:00`)
  expect(await takenOf(member)).toEqual([1191])
  expect(await courseOf(member)).toEqual(paid)
})

test('時計が戻されても、引き落とした請求は重ねて引き落とされない', async () => {
  const member = await debtor()
  for (const at of [
    CHARGE,
    '2026-12-06T10:00:00+09:00',
    '2026-12-01T06:00:00+09:00',
    CHARGE,
    '2026-12-07T11:00:00+09:00',
  ])
    await hourAt(at)
  expect(await courseOf(member)).toEqual(paid)
  expect(await takenOf(member)).toEqual([1191])
})

test('カード会社が答え、書き留める前にワーカーが止められても、次の回で照会し、引き落としは一度', async () => {
  const member = await debtor()
  const { config } = harness.services
  const program = join(import.meta.dirname, 'charge-program.ts')
  const child = spawn(process.execPath, [program, CHARGE], {
    env: {
      ...process.env,
      DATABASE_URL: config.DATABASE_URL,
      SEALING_SECRET: config.SEALING_SECRET,
      CARD_URL: config.CARD_URL,
      CARD_SECRET: config.CARD_SECRET,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  harness.clock.set(CHARGE)
  const ended = once(child, 'exit')
  expect(await text(child.stdout)).toBe('accepted\n')
  expect(await ended).toEqual([null, 'SIGKILL'])
  expect(await courseOf(member)).toEqual(['charged', ['sent'], []])
  expect(await takenOf(member)).toEqual([1191])

  // Two others take up what the first has left.
  harness.clock.set('2026-12-07T11:00:00+09:00')
  await Promise.all([1, 2].map(() => hourAt('2026-12-07T11:00:00+09:00')))
  expect(await courseOf(member)).toEqual(paid)
  expect(await takenOf(member)).toEqual([1191])
})
