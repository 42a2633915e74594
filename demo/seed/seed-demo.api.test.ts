import { describe, expect, test } from 'vitest'
import { brokenMoneyLaws } from '#backend/billing/findings.ts'
import { listFinding } from '#backend/finding.ts'
import { mailFindings } from '#backend/mail/findings.ts'
import { areMessagesSent } from '#backend/mail/waiting.ts'
import { brokenDataLaws } from '#tests/api/broken-data-laws.ts'
import { ledgersUnlikeReplay } from '#backend/data/queries/ledger-sample.ts'
import { usageByMonth } from '#backend/data/queries/usage.ts'
import { openNickname } from '#backend/contract/line-mapping.ts'
import { formatRfc3339, isBefore, tokyoDate, tokyoMonth } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { demoFacts, printedRows } from '#tests/api/demo-facts.ts'
import { useSeededHarness } from '#tests/api/seeded.ts'
import { subscribeItoPhone } from './ito-phone.ts'
import { isUnseeded } from './seed-demo.ts'

const harness = await useSeededHarness()

const { contractOf, totalOf, documentsOf } = demoFacts(harness)

describe('デモの会員', () => {
  test('過去の支払いは、カード会社とポイントの提携先も同じに知っている', async () => {
    const { CARD_URL, CARD_SECRET, POINTS_URL, POINTS_SECRET } = harness.services.config
    const payments = await harness.database.db.selectFrom('payment').selectAll().execute()
    expect(payments.length).toBeGreaterThan(40)
    const known = await Promise.all(
      payments.map(async ({ order_id: orderId }) => {
        const answer = await fetch(`${CARD_URL}/charges/${orderId}`, {
          headers: { Authorization: `Bearer ${CARD_SECRET}` },
        })
        const { result, amountYen }: { result: string; amountYen: number } = await answer.json()
        return [orderId, result, amountYen]
      }),
    )
    expect(known).toEqual(
      payments.map(({ order_id, state, amount_yen }) => [order_id, state, amount_yen]),
    )
    const grants = await harness.database.db.selectFrom('point_grant').selectAll().execute()
    expect(grants.map(({ month, state }) => [month, state])).toEqual([
      ['2026-08', 'ok'],
      ['2026-09', 'ok'],
      ['2026-10', 'ok'],
    ])
    const answer = await fetch(`${POINTS_URL}/members/minori-suzuki/balance`, {
      headers: { Authorization: `Bearer ${POINTS_SECRET}` },
    })
    const granted = grants.reduce((sum, { points }) => sum + points, 0)
    expect(await answer.json()).toMatchObject({ points: 1200 + granted })
  })

  test('責任者には、お知らせと本人確認の提案が承認を待ち、1件は提案のあとで事実が変わっている', async () => {
    const sasaki = await harness.staff('sasaki')
    const { approvals } = await sasaki.ask('consoleTodayGet')
    expect(approvals.map(({ operation, proposedBy }) => [operation, proposedBy.name])).toEqual([
      ['noticePosted', '吉田 舞'],
      ['identityApproved', '福田 健'],
      ['identityApproved', '福田 健'],
    ])
    const changed = await Promise.all(
      approvals.map(async ({ approvalNo }) => {
        const found = await sasaki.ask('consoleApprovalGet', { query: { approvalNo } })
        return found.hasChanged
      }),
    )
    expect(changed.filter(Boolean)).toHaveLength(1)
  })

  test('窓口には、電話、書面、超過したもの、お返事待ち、センターの照会が1件ずつある', async () => {
    const yamamoto = await harness.staff('yamamoto')
    const list = async (state: 'open' | 'waiting') =>
      (await yamamoto.ask('consoleTicketListGet', { query: { state } })).rows
    const open = await list('open')
    expect(open.map(({ channel }) => channel).toSorted()).toEqual([
      'consumerCentre',
      // 加藤 without a call, and three proposals that wait for a second person.
      'internal',
      'internal',
      'internal',
      'internal',
      'letter',
      'mypage',
      'telephone',
      'telephone',
    ])
    expect(open[0]?.channel).toBe('mypage')
    expect(open.map(({ group }) => group)[0]).toBe('overdue')
    expect(await list('waiting')).toMatchObject([
      { channel: 'mypage', clock: 'stopped', assignedTo: { name: '山本 彩' } },
    ])
    const letter = open.find(({ channel }) => channel === 'letter')
    const { postedOn } = await yamamoto.ask('consoleTicketGet', {
      query: { ticketNo: letter?.ticketNo ?? '' },
    })
    expect(postedOn).toBe('2026-11-19')
  })

  test('過去の日付で書かれたメールが送信を待っていても、届かないとは数えない', async () => {
    const { database, services } = harness
    const notSent = { name: 'mail-not-sent', ...mailFindings['mail-not-sent'] }
    const waiting = await database.db
      .selectFrom('mail_message')
      .select(({ fn }) => fn.min('queued_at').as('oldest'))
      .where('state', '=', 'queued')
      .executeTakeFirstOrThrow()
    const anHourAgo = services.clock.now().subtract({ hours: 1 })
    expect(waiting.oldest && isBefore(waiting.oldest, anHourAgo)).toBe(true)
    expect(await areMessagesSent(database.db)).toBe(true)
    expect(await listFinding(database.db, notSent, services.clock.now())).toEqual([])
  })

  test('最初のログインで、自分の契約が見つかる', async () => {
    expect(await contractOf('sato')).toMatchObject({ plan_code: 13, status: 'active' })
    expect(await contractOf('suzuki')).toMatchObject({ plan_code: 20, course: 'share' })
    expect(await contractOf('takahashi')).toMatchObject({
      status: 'suspended',
      suspension_reason: 'unpaid',
    })
    expect(await contractOf('watanabe')).toBeUndefined()
    expect(await isUnseeded(harness.database.db)).toBe(false)
  })

  test('小林は利用を始めて4日目で、初期契約解除を申し出られる', async () => {
    expect(await contractOf('kobayashi')).toMatchObject({
      plan_code: 15,
      status: 'active',
      started_on: '2026-11-17',
      document_received_on: '2026-11-16',
    })
    const { call } = await harness.signIn('kobayashi')
    expect(await call(api.statusInitialCancelGet)).toMatchObject({
      allowed: true,
      state: 'eligible',
      countedFrom: '2026-11-17',
      eligibleUntil: '2026-11-24',
      daysLeft: 4,
      // 3,630 yen for the contract, and the device's first instalment of 5,341 yen (billing.md 14).
      owed: { totalYen: 8971 },
    })
    expect((await call(api.contractDetailStatusGet)).documents).toHaveLength(1)
  })

  test('小林の端末は、保証と分割払いがあり、修理が1件済んでいる', async () => {
    const { call } = await harness.signIn('kobayashi')
    const { devices, bought } = await call(api.assuredDeviceListGet)
    expect(devices).toMatchObject([
      {
        name: 'Pixel 9',
        imeiMasked: '***********0015',
        state: 'active',
        coveredFrom: '2026-11-17',
        warrantyUntil: '2027-11-16',
        claimable: { claimsLeft: 1 },
        claims: [{ state: 'closed', kind: 'repair', happenedOn: '2026-11-18' }],
      },
    ])
    expect(bought).toMatchObject([{ claimable: { basis: 'exchangeOption', claimsLeft: 1 } }])
    const { terminals } = await call(api.contractTerminalNoticeGet)
    expect(terminals).toMatchObject([{ priceYen: 128_000, instalments: { remaining: 24 } }])
  })

  test('13か月前から今月まで、毎月の利用がある', async () => {
    const contract = await contractOf('sato')
    const months = await usageByMonth(harness.database.db, contract?.contract_id ?? '', {
      from: tokyoDate('2025-10-01'),
      to: tokyoDate('2026-11-30'),
    })
    expect(months.map((one) => one.month)).toEqual([
      '2025-10',
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
      '2026-03',
      '2026-04',
      '2026-05',
      '2026-06',
      '2026-07',
      '2026-08',
      '2026-09',
      '2026-10',
      '2026-11',
    ])
  })

  test('利用と残量の記録も、請求と入金の帳簿も、どの契約でもつじつまが合う', async () => {
    expect(await brokenDataLaws(harness.database.db)).toEqual([])
    expect(await ledgersUnlikeReplay(harness.database.db, harness.clock.now())).toEqual([])
    expect(await brokenMoneyLaws(harness.database.db)).toEqual([])
  })

  test('チャージした回数だけ、請求の予定がある', async () => {
    const { db } = harness.database
    const charges = await db
      .selectFrom('booked_charge')
      .select('source_ref')
      .where('figure_key', 'like', 'topup.%')
      .execute()
    const packs = await db
      .selectFrom('data_bucket')
      .select('bucket_id')
      .where('kind', 'in', ['topup', 'topup_no_carry'])
      .execute()
    expect(packs.length).toBeGreaterThan(0)
    expect(charges.map((one) => one.source_ref).toSorted()).toEqual(
      packs.map((one) => one.bucket_id).toSorted(),
    )
  })

  test('佐藤さんには1〜3GB、鈴木さんの家には0.6GB以上が残っている', async () => {
    const sato = await totalOf('sato')
    expect(sato).toBeGreaterThanOrEqual(1_000_000_000)
    expect(sato).toBeLessThanOrEqual(3_000_000_000)
    expect(await totalOf('suzuki')).toBeGreaterThanOrEqual(600_000_000)
  })

  test('鈴木さんの家では、子どもの回線がいちばん使う', async () => {
    const contract = await contractOf('suzuki')
    const lines = await harness.database.db
      .selectFrom('line')
      .selectAll()
      .where('contract_id', '=', contract?.contract_id ?? '')
      .execute()
    const used = await usageByMonth(harness.database.db, contract?.contract_id ?? '', {
      from: tokyoDate('2026-11-01'),
      to: tokyoDate('2026-11-30'),
    })
    const most = used.toSorted((a, b) => b.highBytes - a.highBytes)[0]
    const line = lines.find(({ line_id: lineId }) => lineId === most?.lineId)
    expect(line && openNickname(line, harness.services.sealing)).toBe('蓮（中学生）')
  })

  test('伊藤さんは今月末で解約、田中さんはSIMの再発行の途中', async () => {
    const ito = await contractOf('ito')
    expect(ito).toMatchObject({ status: 'cancel_reserved', ends_on: '2026-11-30' })
    const tanaka = await contractOf('tanaka')
    const orders = await harness.database.db
      .selectFrom('procedure_order')
      .select(['procedure', 'closed_at'])
      .where('contract_id', '=', tanaka?.contract_id ?? '')
      .execute()
    expect(orders).toEqual([{ procedure: 'simReissue', closed_at: null }])
  })

  test('伊藤さんのスマホには、プッシュ通知とパスキーとウィジェットがあり、次に始めたときも1台のまま届く', async () => {
    await subscribeItoPhone(harness.services, true)
    await subscribeItoPhone(harness.services, false)
    const ito = await harness.signIn('ito')
    const { devices } = await ito.call(api.pushGet)
    expect(devices.map(({ device }) => device)).toEqual(['iPhone（Safari）'])
    const { passkeys } = await ito.call(api.passkeysGet)
    expect(passkeys.map(({ name, device }) => [name, device])).toEqual([
      ['いつものiPhone', 'iPhone（Safari）'],
    ])
    const { widgets } = await ito.call(api.widgetsGet)
    expect(widgets.map(({ name }) => name)).toEqual(['iPhoneのホーム画面'])
  })

  test('契約書面は、契約と変更のその日の日付で、その日の回線が書かれている', async () => {
    const documents = await harness.database.db
      .selectFrom('contract_document')
      .innerJoin('contract', 'contract.contract_id', 'contract_document.contract_id')
      .innerJoin('account', 'account.account_id', 'contract.account_id')
      .select([
        'subject',
        'kind',
        'contract_document.version',
        'state',
        'requested_at',
        'issued_at',
      ])
      .orderBy('subject')
      .orderBy('contract_document.version')
      .execute()
    const papers = documents.map(({ subject, kind, version, state, issued_at: at }) =>
      [subject, kind, version, state, at && formatRfc3339(at)].join(' '),
    )
    expect(papers).toEqual([
      'demo-ito new 1 issued 2025-09-30T10:00:00+09:00',
      'demo-kobayashi new 1 issued 2026-11-16T10:00:00+09:00',
      // Applied a moment ago: the worker prints it.
      'demo-nakamura new 1 requested ',
      'demo-sato new 1 issued 2025-10-11T10:00:00+09:00',
      'demo-suzuki new 1 issued 2025-10-19T10:00:00+09:00',
      'demo-suzuki change 2 issued 2026-06-05T11:00:00+09:00',
      'demo-takahashi new 1 issued 2025-10-02T10:00:00+09:00',
      'demo-tanaka new 1 issued 2025-10-24T10:00:00+09:00',
    ])
    const issued = documents.filter(({ state }) => state === 'issued')
    expect(issued.every((one) => one.issued_at?.equals(one.requested_at))).toBe(true)
  })

  test('鈴木さんの最初の書面は2回線、変更の書面は3回線で、初期契約解除の日は契約のもの', async () => {
    const { first, change } = await documentsOf('suzuki')
    expect(printedRows(first, 'ご契約の内容')).toMatchObject({
      データ容量: '10GB（月間の高速データ通信）',
      利用開始の予定日: '2025年10月20日（月）',
      '1回線目': '090-0000-2001　音声通話SIM（nanoSIM）',
      '2回線目': '020-0000-2003　データSIM（nanoSIM）',
    })
    expect(printedRows(first, 'ご契約の内容')).not.toHaveProperty('3回線目')
    expect(printedRows(first, '初期契約解除')).toEqual({
      期間: '2025年10月20日（月）から2025年10月27日（月）まで\n初日を含めて8日間です。',
    })
    expect(printedRows(first, 'ご契約者')).toEqual({
      氏名: '鈴木 健一 様',
      住所: '〒231-0023 神奈川県横浜市中区山下町10-4',
      電話番号: '090-0000-2001',
    })
    expect(printedRows(change, '変更の内容')).toEqual({
      手続き: 'SIMの追加',
      変わった日: '2026年6月5日（金）',
      追加した回線: '090-0000-2002　音声通話SIM',
      SIM発行手数料: '3,300円（税抜3,000円）',
      SIM準備料: '433円（税抜394円）',
      この変更でかかる費用: '3,733円（税込）',
    })
    expect(printedRows(change, '初期契約解除')).toEqual({
      期間: '2025年10月20日（月）から2025年10月27日（月）まで\nこの期間は終わっています。',
    })
  })

  test('回線の設備と、記録と、毎日の合計は、翌朝になっても一致する', async () => {
    await harness.walkTo('2026-11-21T07:00:00+09:00', { everyHours: 6 })
    expect(await brokenDataLaws(harness.database.db)).toEqual([])
    expect(await harness.database.db.selectFrom('usage_finding').selectAll().execute()).toEqual([])
  })

  test('過去に支払った料金も、契約が終わってマイナスの請求が残れば、そのカードに返金される', async () => {
    const { contract_id: contractId = '' } = (await contractOf('ito')) ?? {}
    await harness.database.db
      .insertInto('booked_charge')
      .values({
        contract_id: contractId,
        charge_id: 'seeded-refund',
        line_id: null,
        kind: 'adjustment',
        figure_key: null,
        rate_valid_from: null,
        quantity: 1,
        amount_tenths_yen: -50_000,
        tax: 'outOfScope',
        tax_on: tokyoDate('2026-11-30'),
        month: tokyoMonth('2026-11'),
        booked_at: harness.clock.now(),
        source_ref: 'seeded-refund',
      })
      .execute()
    const wanted = ['cancellations due', 'month-close', 'credits', 'refunds']
    for (const hour of ['00', '06', '07', '08']) {
      harness.clock.set(`2026-12-01T${hour}:00:00+09:00`)
      for (const { name, run } of harness.services.work.flatMap(({ tasks = [] }) => tasks))
        if (wanted.includes(name)) await run(harness.clock.now())
      await harness.drain()
    }
    const refunds = await harness.database.db
      .selectFrom('refund')
      .innerJoin('payment', 'payment.order_id', 'refund.payment_order_id')
      .select(['refund.state', 'refund.reason', 'refund.way', 'payment.month', 'refund.amount_yen'])
      .where('refund.contract_id', '=', contractId)
      .execute()
    expect(refunds).toEqual([
      { state: 'ok', reason: null, way: 'card', month: '2026-10', amount_yen: 2168 },
    ])
  })
})
