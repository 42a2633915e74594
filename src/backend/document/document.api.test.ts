import { runTasks } from '#tests/api/tasks.ts'
import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { tokyoDate, type Instant } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { rowsOf, setContract, setRows } from '#tests/api/rows.ts'
import { makeMember } from '#tests/api/members.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { issueMissing } from './commands/issue-missing.ts'
import { bookSize } from '#tests/api/sizes.ts'

const START = '2026-11-20T10:00:00+09:00'
const harness = await useHarness(START, {}, { prints: true })
afterEach(() => harness.clock.set(START))

const run = async (name: string) => {
  await runTasks(harness, name)
  await harness.drain()
}
const setProfile = async (accountId: string, profile: Record<string, string>) => {
  const { sealing } = harness.services
  await setRows(
    harness,
    'account',
    {
      profile_sealed: sealing.seal(`account.profile:${accountId}`, JSON.stringify(profile)),
    },
    { account_id: accountId },
  )
}
const profile = {
  lastName: '髙橋',
  firstName: '徹',
  email: 'toru@example.jp',
  zipCode: '5300001',
  region: '大阪府',
  locality: '大阪市北区',
  street: '梅田1-1-1',
}

describe('契約書面', () => {
  test('契約には書面があり、開くと指紋が一致し、見た日時が残る。ほかの方は開けない', async () => {
    const member = await makeMember(harness, { loginId: 'holder' })
    await setProfile(member.accountId, profile)
    await run('documents missing')
    const { documents } = await member.call(api.contractDetailStatusGet)
    const [document] = documents
    expect(document).toMatchObject({ kind: 'new', title: '契約書面', version: '1' })
    expect(document?.viewedAt).toBeUndefined()
    const docId = document?.docId ?? ''
    expect(document?.url).toBe(`/mypage/document/${docId}.pdf`)
    const { accountId, contractId } = member
    const { pdf } = await harness.services.readDocument({ accountId, contractId, docId })
    expect(createHash('sha256').update(pdf).digest('hex')).toBe(document?.sha256)
    expect(pdf.length).toBe(document?.sizeBytes)
    const again = await member.call(api.contractDetailStatusGet)
    expect(again.documents[0]?.viewedAt).toBe(START)
    const other = await makeMember(harness, { loginId: 'stranger' })
    await expect(
      harness.services.readDocument({
        accountId: other.accountId,
        contractId: other.contractId,
        docId,
      }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('発行した書面は、データベースでも書き換えられない', async () => {
    const change = setRows(harness, 'contract_document', { title: '別の題' }, { state: 'issued' })
    await expect(change).rejects.toThrow('immutable')
    for (const deletion of ['delete from contract_document', 'truncate contract_document'])
      await expect(harness.database.pool.query(deletion)).rejects.toThrow('is kept')
  })

  test('データ容量が変わると、変更の書面がその手続きのものとして増える。2度走っても1通', async () => {
    const member = await makeMember(harness, { loginId: 'changer' })
    await run('documents missing')
    const { orderNo } = await bookSize(member, 18)
    harness.clock.set('2026-12-01T00:00:00+09:00')
    await run('plan size bookings')
    await run('documents of changes')
    await run('documents of changes')
    const later = await harness.signIn('changer')
    const { documents } = await later.call(api.contractDetailStatusGet)
    expect(documents.map((one) => [one.kind, one.version, one.orderNo])).toEqual([
      ['change', '2', orderNo],
      ['new', '1', undefined],
    ])
    const order = await later.call(api.orderGet, { query: { orderNo } })
    expect(order.documents.map((one) => one.docId)).toEqual([documents[0]?.docId])
  })

  test('印字できない文字が名前にあれば、発行せずにそう伝える', async () => {
    const member = await makeMember(harness, { loginId: 'gaiji' })
    await setProfile(member.accountId, { ...profile, lastName: '\uE000田' })
    await run('documents missing')
    expect(await codeOf(member.call(api.contractDetailStatusGet))).toBe('CHARACTER_NOT_PRINTABLE')
    const notices = await rowsOf(harness, 'notice', ['title'], { account_id: member.accountId })
    expect(notices).toEqual([{ title: '契約書面を作成できませんでした' }])
  })

  test('できるまでは、できていないと答える', async () => {
    const member = await makeMember(harness, { loginId: 'early' })
    await runTasks(harness, 'documents missing')
    expect(await codeOf(member.call(api.contractDetailStatusGet))).toBe('DOCUMENT_NOT_READY')
    await harness.drain()
    expect((await member.call(api.contractDetailStatusGet)).documents).toHaveLength(1)
  })

  test('契約が終わって3か月たつと、書面はなくなる', async () => {
    const member = await makeMember(harness, { loginId: 'gone' })
    await run('documents missing')
    const { contractId } = member
    await setContract(harness, contractId, {
      status: 'terminated',
      ends_on: tokyoDate('2026-11-30'),
    })
    const left = async (at: string) => {
      harness.clock.set(at)
      const now = harness.clock.now()
      await harness.services.retention.deleteExpired({ now, loginNow: now })
      return (await harness.signIn('gone')).call(api.contractDetailStatusGet)
    }
    expect((await left('2027-02-28T00:00:00+09:00')).documents).toMatchObject([
      { keptUntil: '2027-02-28' },
    ])
    expect((await left('2027-03-01T00:00:00+09:00')).documents).toEqual([])
  })
})

describe('書面の郵送', () => {
  test('手数料は220円。頼むと次の請求に載り、届くまで重ねて頼めない', async () => {
    const member = await makeMember(harness, { loginId: 'paper' })
    await setProfile(member.accountId, profile)
    await run('documents missing')
    const { documents } = await member.call(api.contractDetailStatusGet)
    const docId = documents[0]?.docId ?? ''
    const offered = await member.call(api.contractDetailPaperAvailableGet, { query: { docId } })
    expect(offered).toMatchObject({
      operation: 'paperCopy',
      oneOff: { totalYen: 220 },
      oneOffBillMonth: '2026-11',
      expectedOn: '2026-11-24',
      addressMasked: '大阪府大阪市北区＊＊＊',
      monthlyDeltaYen: 0,
      nextBills: [
        { month: '2026-11', deltaYen: 220 },
        { month: '2026-12', deltaYen: 0 },
        { month: '2027-01', deltaYen: 0 },
      ],
      why: { allowed: true },
    })
    const body = { docId, conditions: offered.conditions }
    const { orderNo } = await member.call(api.contractDetailReservePost, { body })
    expect(await codeOf(member.call(api.contractDetailReservePost, { body }))).toBe(
      'PAPER_ALREADY_ORDERED',
    )
    const charges = await rowsOf(
      harness,
      'booked_charge',
      ['figure_key', 'amount_tenths_yen', 'month'],
      { contract_id: member.contractId },
    )
    expect(charges).toEqual([
      { figure_key: 'oneOff.paperDocument', amount_tenths_yen: 2000, month: '2026-11' },
    ])
    const states: string[] = []
    for (const day of ['21', '22', '23', '24']) {
      harness.clock.set(`2026-11-${day}T00:00:00+09:00`)
      await run('paper copies')
      const { papers } = await (
        await harness.signIn('paper')
      ).call(api.contractDetailPaperStatusGet)
      states.push(`${papers[0]?.state} ${papers[0]?.shippedOn ?? ''}`)
    }
    expect(states).toEqual([
      'printed ',
      'shipped 2026-11-22',
      'shipped 2026-11-22',
      'delivered 2026-11-22',
    ])
    expect(orderNo).toMatch(/^A-/)
  })
})

describe('書面の仕事がうまくいかないとき', () => {
  /** Issues nothing: every request ends in the error. */
  const issueFailing = (error: Error, now: Instant) => {
    const send = async () => {
      throw error
    }
    return issueMissing({ ...harness.services, queue: { send } }, now)
  }

  test('データベースの停止は握りつぶさず、その時間の仕事をやり直す。1件の失敗はほかを止めない', async () => {
    await makeMember(harness, { loginId: 'without-document' })
    const now = harness.clock.now()
    const outage = Object.assign(new Error('terminating connection'), { code: '57P01' })
    await expect(issueFailing(outage, now)).rejects.toBe(outage)
    const before = harness.logLines.length
    await issueFailing(new Error('no font'), now)
    expect(harness.logLines.slice(before).join('')).toContain('document not asked for')
  })
})
