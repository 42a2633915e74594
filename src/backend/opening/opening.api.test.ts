import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#backend/db/ids.ts'
import { profileAad } from '#backend/holder.ts'
import { api } from '#protocol/index.ts'
import { putCard } from '#tests/api/members.ts'
import { noticeTitles } from '#tests/api/notices.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { simDesk } from '#tests/api/sim-orders.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { letGoOfOrders } from '#tests/api/orders.ts'
import type { ApplicationLine, ChosenOption } from '#domain/application/answers.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { beginOpening, openingProgress, withdrawOpening } from './public.ts'

const START = '2026-11-20T10:00:00+09:00'

const harness = await useHarness(START, {}, { prints: true })
const desk = simDesk(harness, 'opener')
beforeEach(async () => {
  await letGoOfOrders(harness)
  harness.clock.set(START)
})
afterEach(() => desk.carrierFault({ mode: 'off' }))

const voice = { kind: 'voice', size: 'nano', by: 'new' } as const
const esim = (ending?: string) =>
  ({ kind: 'data', size: 'esim', by: 'new', eid: desk.eid(ending) }) as const
const reservation = (reservationNo = '1234567890') =>
  ({ by: 'reservation', number: '07000008765', reservationNo }) as const

let serial = 0
const profile = {
  lastName: '高橋',
  firstName: '陽子',
  zipCode: '1020082',
  region: '東京都',
  locality: '千代田区',
  street: '一番町1',
}

/** Somebody whose application was accepted a moment ago. */
async function applicant(lines: readonly ApplicationLine[], options: readonly ChosenOption[] = []) {
  const { database, services, clock } = harness
  const loginId = `opening${(serial += 1)}`
  const { accountId } = await harness.signIn(loginId)
  await database.db
    .updateTable('account')
    .set({
      profile_sealed: services.sealing.seal(profileAad(accountId), JSON.stringify(profile)),
    })
    .where('account_id', '=', accountId)
    .execute()
  const contractId = newId('ctr')
  const now = clock.now()
  await database.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('contract')
      .values({
        contract_id: contractId,
        account_id: accountId,
        plan_code: 20,
        course: lines.length > 1 ? 'share' : 'single',
        status: 'accepted',
        applied_at: now,
      })
      .execute()
    const answers = { lineCount: lines.length, lines, options }
    await beginOpening(tx, services, { accountId, contractId, now }, { answers })
  })
  await putCard(harness, contractId)
  /** Signed in now: a session does not outlast the days that the tests let pass. */
  const here = async () => (await harness.signIn(loginId)).call
  const progress = () => openingProgress(database.db, contractId)
  const contract = async () => (await here())(api.contractGet)
  const status = async () =>
    (await rowsOf(harness, 'contract', ['status'], { contract_id: contractId }))[0]?.status
  return { accountId, contractId, here, progress, contract, status }
}

const chargesOf = (contractId: string) =>
  rowsOf(
    harness,
    'booked_charge',
    ['figure_key', 'amount_tenths_yen', 'month'],
    { contract_id: contractId },
    'figure_key',
    'charge_id',
  )

describe('受け付けた申し込みの開通', () => {
  test('SIMが届いて切り替わった日に契約が始まり、番号を移した音声回線とデータのeSIMが使える', async () => {
    const { here, contractId, accountId, progress, contract } = await applicant([
      { ...voice, ...reservation() },
      esim(),
    ])
    expect((await contract()).status).toBe('preparing')
    expect(await chargesOf(contractId)).toEqual([])
    await desk.after(1)
    expect(await progress()).toMatchObject([
      { kind: 'voice', state: 'preparing', stateLabel: '準備中' },
      { kind: 'data', state: 'switch_ready', todo: '切り替えの日時を選ぶ' },
    ])
    await desk.workAt('2026-11-21T16:00:00+09:00')
    expect((await contract()).status).toBe('shipped')
    await desk.workAt('2026-11-22T12:00:00+09:00')
    const [voiceOrder, esimOrder] = await progress()
    const call = await here()
    await call(api.orderSwitchOverPost, { body: { orderNo: voiceOrder?.orderNo ?? '' } })
    await harness.drain()
    await desk.work()
    expect((await contract()).status).toBe('active')
    const begun = await contract()
    expect(begun).toMatchObject({ startedOn: '2026-11-22', course: 'share' })
    expect(begun.lines).toMatchObject([
      { number: '07000008765', status: 'active', activatedOn: '2026-11-22' },
      { status: 'preparing' },
    ])
    // 3,000 + 394 for every SIM, on the month of the contract's first service.
    expect(await chargesOf(contractId)).toEqual([
      { figure_key: 'oneOff.simIssue', amount_tenths_yen: 30000, month: '2026-11' },
      { figure_key: 'oneOff.simIssue', amount_tenths_yen: 30000, month: '2026-11' },
      { figure_key: 'oneOff.simPreparation', amount_tenths_yen: 3940, month: '2026-11' },
      { figure_key: 'oneOff.simPreparation', amount_tenths_yen: 3940, month: '2026-11' },
    ])
    await call(api.orderSwitchOverPost, { body: { orderNo: esimOrder?.orderNo ?? '' } })
    await harness.drain()
    await desk.work()
    expect((await contract()).lines[1]).toMatchObject({
      status: 'active',
      number: expect.stringMatching(/^0200000\d{4}$/),
    })
    expect(await chargesOf(contractId)).toHaveLength(4)
    expect(await noticeTitles(harness, accountId)).toContain('ご利用を開始しました')
  })

  test('開通したその時から、初めての月の日割りのデータがあり、高速で使える', async () => {
    // 10 GB × 9 days of 30, of the line that opens on the 22nd.
    const { here, contractId, progress } = await applicant([voice])
    await desk.workAt('2026-11-22T12:00:00+09:00')
    const before = await (await here())(api.highSpeedResidualGet)
    expect(before).toMatchObject({ totalBytes: 0, buckets: [] })
    expect(before.nextGrant).toBeUndefined()
    const call = await here()
    const orderNo = (await progress())[0]?.orderNo ?? ''
    await call(api.orderSwitchOverPost, { body: { orderNo } })
    await harness.drain()
    await desk.work()
    const left = await call(api.highSpeedResidualGet)
    expect(left).toMatchObject({
      totalBytes: 3_000_000_000,
      grantedThisMonthBytes: 3_000_000_000,
      buckets: [{ kind: 'base', grantedBytes: 3_000_000_000 }],
      nextGrant: { at: '2026-12-01T00:00:00+09:00', bytes: 10_000_000_000 },
    })
    const { lines } = await call(api.highSpeedStatusGet, { query: {} })
    expect(lines).toMatchObject([{ speed: 'high', speedReason: 'pool' }])
    const { months } = await call(api.statusUsageGet, { query: {} })
    expect(months.map(({ month }) => month)).toEqual(['2026-11'])
    // The hours and the month that follow give nothing a second time.
    for (const at of ['2026-12-01T00:00:00+09:00', '2026-12-01T01:00:00+09:00']) {
      harness.clock.set(at)
      await runTasks(harness, 'usage and ledger')
    }
    const given = await rowsOf(
      harness,
      'data_bucket',
      ['bucket_id', 'granted_bytes'],
      { contract_id: contractId, kind: 'base' },
      'bucket_id',
    )
    expect(given).toEqual([
      { bucket_id: 'base/2026-11', granted_bytes: 3_000_000_000 },
      { bucket_id: 'base/2026-12', granted_bytes: 10_000_000_000 },
    ])
  })

  test('開通するまで：毎月の料金は申し込んだとおり、使っていない月は並ばず、移す番号が見える', async () => {
    const { here } = await applicant([
      { ...voice, nickname: '仕事', ...reservation() },
      esim(),
      esim('2468'),
    ])
    const call = await here()
    const contract = await call(api.contractGet)
    // 10 GB with voice, two share lines: 1,680 + 400 + 400, tax added; 3.3 for the number of the voice line.
    expect(contract).toMatchObject({
      status: 'preparing',
      monthlyYen: 2731,
      lines: [
        { nickname: '仕事', number: '07000008765', position: 1, status: 'preparing' },
        { nickname: '', number: '00000000000', position: 2, simKind: 'data', simSize: 'esim' },
        { nickname: '', number: '00000000000', position: 3 },
      ],
    })
    const { months, days } = await call(api.statusUsageGet, { query: {} })
    expect([months, days]).toEqual([[], []])
    const [first] = contract.lines
    const { highSpeed } = await call(api.statusLineGet, {
      query: { lineId: first?.lineId ?? '' },
    })
    expect(highSpeed).toMatchObject({ speed: 'stopped', speedReason: 'notOpen' })
  })

  test('選んだオプションは開通と同時に付き、未成年の回線にはフィルタリングが付く', async () => {
    const { here, progress, contract, contractId } = await applicant(
      [{ ...voice, user: 'family', birth: tokyoDate('2015-04-01') }],
      [
        { line: 1, code: 'tenMinuteCalls' },
        { line: 1, code: 'forwarding', forwardTo: '0312345678' },
        { code: 'magazines' },
      ],
    )
    await desk.workAt('2026-11-22T12:00:00+09:00')
    await desk.work()
    const call = await here()
    const orderNo = (await progress())[0]?.orderNo ?? ''
    await call(api.orderSwitchOverPost, { body: { orderNo } })
    await harness.drain()
    await desk.work()
    await harness.drain()
    const codes = (await contract()).options.map(({ optionCode }) => optionCode)
    expect(codes.toSorted()).toEqual(['filtering', 'forwarding', 'magazines', 'tenMinuteCalls'])
    // The first document has said them; the change to them is none.
    await runTasks(harness, 'documents of changes')
    const papers = await rowsOf(harness, 'contract_document', ['doc_id', 'content_sealed'], {
      contract_id: contractId,
    })
    const [said] = papers.map(({ doc_id: docId, content_sealed: sealed }) =>
      harness.services.sealing.open(`contract_document.content:${docId}`, sealed),
    )
    expect(papers).toHaveLength(1)
    for (const name of ['10分かけ放題', 'タブホ']) expect(said).toContain(name)
  })

  test('契約書面は受け付けた日に渡され、これから開通する回線が載る', async () => {
    const { here, contractId } = await applicant([voice])
    await harness.drain()
    const { documents } = await (await here())(api.contractDetailStatusGet)
    expect(documents).toMatchObject([{ kind: 'new', version: '1' }])
    const [document] = await rowsOf(harness, 'contract_document', ['doc_id', 'content_sealed'], {
      contract_id: contractId,
    })
    const content = harness.services.sealing.open(
      `contract_document.content:${document?.doc_id}`,
      document?.content_sealed ?? '',
    )
    expect(content).toContain('切り替えのときに番号が決まります　音声通話SIM（nanoSIM）')
    // 1,680 of 10 GB with voice, 2.2 and 1.1 for the number, before tax is added.
    expect(content).toContain('1,680円')
  })

  test('発送までは取り下げられ、料金はかからない。発送のあとは取り下げられない', async () => {
    const { accountId, contractId, status } = await applicant([voice, esim()])
    const withdraw = () =>
      harness.database.db.transaction().execute((tx) =>
        withdrawOpening(tx, harness.services, {
          actor: 'member',
          accountId,
          contractId,
          now: harness.clock.now(),
        }),
      )
    expect(await withdraw()).toBe(true)
    await harness.drain()
    await desk.work()
    expect(await status()).toBe('withdrawn')
    expect(await chargesOf(contractId)).toEqual([])

    const late = await applicant([voice])
    await desk.workAt('2026-11-21T16:00:00+09:00')
    const tooLate = await harness.database.db.transaction().execute((tx) =>
      withdrawOpening(tx, harness.services, {
        actor: 'member',
        accountId: late.accountId,
        contractId: late.contractId,
        now: harness.clock.now(),
      }),
    )
    expect(tooLate).toBe(false)
    expect((await late.contract()).status).toBe('shipped')
  })

  test('どの回線も開通できなければ、契約は始まらず料金もかからない', async () => {
    const { accountId, contractId, status } = await applicant([esim('9500')])
    await desk.after(5)
    await desk.work()
    expect(await status()).toBe('rejected')
    expect(await chargesOf(contractId)).toEqual([])
    expect(await noticeTitles(harness, accountId)).toContain('開通できませんでした')
  })
})

describe('いまの契約先が番号を移さないとき', () => {
  test.each([
    ['1234569410', 'MNP予約番号の有効期限が切れています。'],
    ['1234569411', 'いまの契約先の名義と、お申し込みの名義が違います。'],
  ])('予約番号 %s：理由を伝えて待ち、入れ直せば進む', async (refused, sentence) => {
    const { here, progress, contract } = await applicant([{ ...voice, ...reservation(refused) }])
    await harness.drain()
    expect(await progress()).toMatchObject([
      {
        state: 'ordered',
        stateLabel: 'MNP予約番号の確認待ち',
        sentence: expect.stringContaining(sentence),
      },
    ])
    const orderNo = (await progress())[0]?.orderNo ?? ''
    const call = await here()
    expect((await call(api.orderGet, { query: { orderNo } })).actions.renewPortIn.allowed).toBe(
      true,
    )
    const body = { orderNo, by: 'reservation', reservationNo: '1234567890' } as const
    await call(api.orderPortInPut, { body })
    await harness.drain()
    expect(await progress()).toMatchObject([{ state: 'preparing' }])
    expect(await codeOf(call(api.orderPortInPut, { body }))).toBe('WRONG_STATE')
    await desk.workAt('2026-12-03T04:00:00+09:00')
    await desk.work()
    expect((await contract()).lines[0]).toMatchObject({ number: '07000008765' })
  })

  test('番号を移さず、新しい番号に変えられる', async () => {
    const { here, progress, contract } = await applicant([
      { ...voice, ...reservation('1234569404') },
    ])
    await harness.drain()
    const orderNo = (await progress())[0]?.orderNo ?? ''
    const call = await here()
    await call(api.orderPortInPut, { body: { orderNo, by: 'newNumber' } })
    await desk.workAt('2026-12-03T04:00:00+09:00')
    await desk.work()
    expect((await contract()).lines[0]).toMatchObject({
      status: 'active',
      number: expect.stringMatching(/^0700000\d{4}$/),
    })
  })
})
