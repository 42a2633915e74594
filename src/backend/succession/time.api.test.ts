import { describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { accept, decide, heirDesk, openHeir, theDeceased } from '#tests/api/heirs.ts'
import { billed } from '#tests/api/debts.ts'
import { putCard } from '#tests/api/members.ts'
import { noticeTitles } from '#tests/api/notices.ts'
import { countRows, rowOf, setRows } from '#tests/api/rows.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useApplicants } from '#tests/api/use-applicants.ts'

const START = '2026-11-20T10:00:00+09:00'
/** 72 hours and the work's hour later. */
const CARRIED_OUT = '2026-11-23T11:00:00+09:00'
const harness = await useApplicants(START)
const { contractOf, heirNamed, submitted } = heirDesk(harness)

describe('支払われない請求', () => {
  test('担当者が書類を見て72時間たってから決まるまでと、引き継いでからの30日間は、催促も利用停止も契約解除もない', async () => {
    harness.clock.set('2026-11-01T07:00:00+09:00')
    const own = heirNamed()
    const deceased = await theDeceased(harness, 'owing')
    await putCard(harness, deceased.contractId, 'insufficient-funds')
    await billed(harness, deceased.contractId, { month: '2026-10' })
    const at = async (...times: string[]) => {
      for (const time of times) {
        harness.clock.set(`${time}:00+09:00`)
        await runTasks(harness, 'successions that pause a contract', 'overdue', 'collection')
        await harness.drain()
      }
      const { status } = await contractOf(deceased)
      const bill = await rowOf(harness, 'bill', '*', { contract_id: deceased.contractId })
      return [status, bill.state]
    }
    await at('2026-11-07T10:00', '2026-11-10T10:00', '2026-11-13T10:00')
    harness.clock.set('2026-11-14T10:00:00+09:00')
    const heir = await openHeir(harness, 'owing-heir')
    await heir.answerAll(deceased.number, { heir: own })
    const { orderNo } = await heir.submit()
    const reason = '続柄の分かる戸籍謄本をお願いします。'
    await decide(harness, orderNo, { decision: 'ask', reason, pauses: true })
    expect(await at('2026-11-23T10:00', '2026-11-30T23:00', '2027-02-01T00:00')).toEqual([
      'active',
      'unpaid',
    ])
    harness.clock.set('2027-02-10T10:00:00+09:00')
    await accept(harness, orderNo)
    expect(await at('2027-03-15T10:00')).toEqual(['active', 'unpaid'])
    expect(await at('2027-03-15T11:00', '2027-03-15T12:00')).toEqual(['suspended', 'suspended'])
  })

  test('停止中に始まったときは、終わってから数え直し、過ぎた月を理由に解除しない', async () => {
    const { deceased, orderNo } = await submitted()
    const words = '続柄の分かる戸籍謄本をお願いします。'
    await decide(harness, orderNo, { decision: 'ask', reason: words, pauses: true })
    await billed(harness, deceased.contractId, { month: '2026-08', state: 'final_notice' })
    await setRows(
      harness,
      'contract',
      { status: 'suspended', suspension_reason: 'unpaid' },
      { contract_id: deceased.contractId },
    )
    harness.clock.set('2026-11-23T10:00:00+09:00')
    await runTasks(harness, 'successions that pause a contract')
    await decide(harness, orderNo, { decision: 'reject', reason: '書類が読み取れませんでした。' })
    const statusAt = async (time: string) => {
      harness.clock.set(time)
      await runTasks(harness, 'overdue')
      return (await contractOf(deceased)).status
    }
    expect(await statusAt('2026-12-20T11:00:00+09:00')).toBe('suspended')
    expect(await statusAt('2027-01-31T23:00:00+09:00')).toBe('suspended')
    expect(await statusAt('2027-03-01T00:00:00+09:00')).toBe('terminated')
  })
})

describe('受け付けてから、ご契約者を待つ72時間', () => {
  test('契約解除の日が来ても、ご契約は終わらず、催促もせず、そのままご家族に引き継がれる', async () => {
    harness.clock.set('2026-11-29T15:00:00+09:00')
    const { deceased, heir, orderNo } = await submitted()
    await billed(harness, deceased.contractId, { month: '2026-08', state: 'final_notice' })
    await setRows(
      harness,
      'contract',
      { status: 'suspended', suspension_reason: 'unpaid' },
      { contract_id: deceased.contractId },
    )
    await decide(harness, orderNo, { decision: 'accept' })
    harness.clock.set('2026-12-01T00:00:00+09:00')
    await runTasks(harness, 'overdue')
    expect((await contractOf(deceased)).status).toBe('suspended')
    harness.clock.set('2026-12-02T16:00:00+09:00')
    await runTasks(harness, 'successions carried out')
    expect(await contractOf(deceased)).toMatchObject({ account_id: heir.accountId })
  })
})

describe('期限', () => {
  test('お願いした書類は6か月待ち、それまで入力も残る', async () => {
    const { deceased, heir, orderNo } = await submitted()
    await decide(harness, orderNo, { decision: 'ask', reason: '戸籍謄本をお願いします。' })
    const draft = await openHeir(harness, 'draft')
    const other = await theDeceased(harness, 'draft-dead')
    await draft.saveContract(other.number)
    const at = async (time: string) => {
      harness.clock.set(time)
      await runTasks(harness, 'successions without papers', 'drafts of successions')
      return [
        (await rowOf(harness, 'succession', ['state'], { order_no: orderNo })).state,
        await countRows(harness, 'succession', `account_id = '${draft.accountId}'`),
      ]
    }
    expect(await at('2027-05-20T09:59:00+09:00')).toEqual(['documents_requested', 1])
    expect(await at('2027-05-20T10:00:00+09:00')).toEqual(['lapsed', 0])
    expect((await contractOf(deceased)).succession_since).toBeNull()
    expect((await noticeTitles(harness, heir.accountId)).at(-1)).toBe('お手続きを終了しました')
  })

  test('書類は、受け付けたものが1年、ほかは90日で消える', async () => {
    const retained = await submitted()
    await accept(harness, retained.orderNo)
    harness.clock.set(CARRIED_OUT)
    const gone = await submitted()
    await gone.heir.call(api.successionWithdrawPost, { body: { orderNo: gone.orderNo } })
    const left = async (days: number) => {
      const now = Temporal.Instant.from(CARRIED_OUT).add({ hours: 24 * days, minutes: 1 })
      await harness.services.retention.deleteExpired({ now, loginNow: now })
      return Promise.all(
        [retained, gone].map(({ heir }) =>
          countRows(harness, 'succession_document', `account_id = '${heir.accountId}'`),
        ),
      )
    }
    expect(await left(89)).toEqual([1, 1])
    expect(await left(90)).toEqual([1, 0])
    expect(await left(364)).toEqual([1, 0])
    expect(await left(365)).toEqual([0, 0])
  })
})
