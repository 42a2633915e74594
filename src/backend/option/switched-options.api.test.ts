import { afterEach, describe, expect, test } from 'vitest'
import { changeLine } from '#backend/contract/change.ts'
import { api } from '#protocol/index.ts'
import { makeMember, type MemberShape } from '#tests/api/members.ts'
import { noticeTitles, noticesOf } from '#tests/api/notices.ts'
import { optionLines, signedInAgain } from '#tests/api/option-members.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { standInFault } from '#tests/api/stand-ins.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { found, joinGroup, joinVoice, leaveVoice, voiceOffer } from '#tests/api/switched-options.ts'
import { useHarness } from '#tests/api/use-harness.ts'

// The 11th: 20 of 30 days are left.
const START = '2026-11-11T10:00:00+09:00'
const harness = await useHarness(START)
afterEach(async () => {
  harness.clock.set(START)
  await standInFault(harness.carrier, { mode: 'off' })
  await standInFault(harness.groupServices, { mode: 'off' })
})

type Member = Awaited<ReturnType<typeof makeOne>>
let serial = 0
async function makeOne(shape: Partial<MemberShape> = {}) {
  const loginId = `switched-${(serial += 1)}`
  const member = await makeMember(harness, { loginId, planCode: 20, course: 'share', ...shape })
  return { ...member, loginId, lineId: member.lineIds[0] ?? '' }
}
const voiceOf = async (member: Member) =>
  (await member.call(api.voiceOptionGet, { query: { lineId: member.lineId } })).options
const orderOf = (member: Member, orderNo: string) =>
  member.call(api.orderGet, { query: { orderNo } })
/** What is in force on the line at the carrier. */
async function servicesOf(member: Member) {
  const line = await harness.services.carrier.line(`ref-${member.lineId}`)
  if (line.kind !== 'accepted') throw new Error(line.kind)
  return line.value.services
}
const billed = async (member: Member, month: string) =>
  (await optionLines(harness, member, month)).map((row) => [row.figure_key, row.amount_tenths_yen])

describe('音声オプション', () => {
  test('設備の設定が終わった時刻から使え、11月11日に加入した700円は467円になる', async () => {
    const member = await makeOne()
    const asked = await joinVoice(member, 'tenMinuteCalls')
    expect(asked).toMatchObject({ state: 'setting', option: { state: 'joining' } })
    expect(await voiceOf(member)).toEqual([])
    harness.clock.set('2026-11-11T10:03:00+09:00')
    await harness.drain()
    expect(await voiceOf(member)).toMatchObject([
      { optionCode: 'tenMinuteCalls', state: 'active', joinedAt: '2026-11-11T10:03:00+09:00' },
    ])
    expect((await servicesOf(member))['flat-rate']).toBe(true)
    const order = await orderOf(member, asked.orderNo)
    expect(order).toMatchObject({ final: true, receipt: { state: 'done' } })
    expect(order.receipt.nextSteps).toEqual([
      { text: 'この時刻からお使いいただけます。', on: '2026-11-11T10:03:00+09:00' },
    ])
    expect(await noticeTitles(harness, member.accountId)).toEqual([
      'オプションのお申し込みを受け付けました',
      'オプションをお使いいただけます',
    ])
    const late = await signedInAgain(harness, member)
    await leaveVoice(late, 'tenMinuteCalls')
    harness.clock.set('2026-12-01T00:00:00+09:00')
    await runTasks(harness, 'options that were left')
    harness.clock.set('2026-12-01T06:30:00+09:00')
    await runTasks(harness, 'usage and ledger', 'calls', 'month-close')
    await harness.drain()
    expect(await billed(member, '2026-11')).toEqual([['option.tenMinuteCalls', 4670]])
    expect((await servicesOf(member))['flat-rate']).toBe(false)
    expect(
      await rowsOf(
        harness,
        'procedure_order',
        ['state'],
        { procedure: 'optionLeave', contract_id: member.contractId },
        'requested_at',
      ),
    ).toEqual([{ state: 'ended' }])
  })

  test('データSIMの回線では、理由とともに断られる', async () => {
    const member = await makeOne({ lines: [{}, { kind: 'data' }] })
    const dataLine = { ...member, lineId: member.lineIds[1] ?? '' }
    expect((await voiceOffer(dataLine, 'voicemail')).join).toMatchObject({
      allowed: false,
      reasonCode: 'NOT_VOICE_LINE',
    })
    expect(await codeOf(joinVoice(dataLine, 'voicemail'))).toBe('NOT_VOICE_LINE')
  })

  test('ほかの人の回線には申し込めない', async () => {
    const [member, stranger] = [await makeOne(), await makeOne()]
    const { estimate, terms } = await voiceOffer(member, 'voicemail')
    const body = {
      optionCode: 'voicemail',
      lineId: member.lineId,
      conditions: estimate.conditions,
      termsVersion: terms.version,
      agreed: true,
    } as const
    expect(await codeOf(stranger.call(api.voiceOptionPost, { body }))).toBe('NOT_FOUND')
    const query = { lineId: member.lineId }
    expect(await codeOf(stranger.call(api.voiceOptionGet, { query }))).toBe('NOT_FOUND')
  })

  test('転送先は必ず聞き、登録できない番号は断り、番号は封をして預かる', async () => {
    const member = await makeOne()
    expect(await codeOf(joinVoice(member, 'forwarding'))).toBe('VALIDATION_FAILED')
    for (const forwardTo of ['110', '0120000000', '0570000000', '＋１２１２５５５０１００', '\0'])
      expect(await codeOf(joinVoice(member, 'forwarding', { forwardTo }))).toBe('VALIDATION_FAILED')
    // A line that forwards to itself is never reached.
    const { lines } = await member.call(api.contractGet)
    const own = lines.find(({ lineId }) => lineId === member.lineId)?.number ?? ''
    expect(await codeOf(joinVoice(member, 'forwarding', { forwardTo: own }))).toBe(
      'VALIDATION_FAILED',
    )
    await joinVoice(member, 'forwarding', { forwardTo: '０９０－００００－９９９１' })
    // A free one: nothing is said of charges that begin.
    const { rows } = await member.call(api.statusApplyStateGet, { query: {} })
    expect(rows.map(({ message }) => message)).toEqual([
      '設定しています。終わりしだいお知らせします。料金はかかりません。',
    ])
    await harness.drain()
    expect(await voiceOf(member)).toMatchObject([
      { optionCode: 'forwarding', settings: [{ label: '転送先', value: '09000009991' }] },
    ])
    const stored = await harness.database.pool.query(
      `select o.details::text || e.request::text || coalesce(p.settings_sealed, '') as text
       from procedure_order o join carrier_exchange e using (order_no)
       join option_period p on p.join_order_no = o.order_no where o.contract_id = $1`,
      [member.contractId],
    )
    expect(stored.rows).toHaveLength(1)
    expect(stored.rows[0].text).not.toContain('09000009991')
  })

  test('国際電話の発信停止は、解除もすぐに効き、その時刻を知らせる', async () => {
    const member = await makeOne()
    await joinVoice(member, 'internationalCallStop')
    await harness.drain()
    expect((await servicesOf(member))['international-stop']).toBe(true)
    harness.clock.set('2026-11-11T10:05:00+09:00')
    const lifted = await leaveVoice(member, 'internationalCallStop')
    expect(lifted).toMatchObject({ state: 'stopping', effectiveOn: '2026-11-11' })
    await harness.drain()
    expect((await servicesOf(member))['international-stop']).toBe(false)
    expect(await voiceOf(member)).toEqual([])
    await joinVoice(member, 'internationalCallStop')
    await harness.drain()
    expect((await servicesOf(member))['international-stop']).toBe(true)
  })
})

describe('設備が思いどおりに答えないとき', () => {
  test('断られたら、なかったことになり、料金はかからず、もう一度申し込める', async () => {
    const member = await makeOne()
    await standInFault(harness.carrier, { mode: 'reject', target: '/lines' })
    const { orderNo } = await joinVoice(member, 'voicemail')
    await harness.drain()
    expect(await orderOf(member, orderNo)).toMatchObject({
      final: true,
      stateLabel: '設定できず',
    })
    expect(await rowsOf(harness, 'option_period', '*', { contract_id: member.contractId })).toEqual(
      [],
    )
    expect(await noticeTitles(harness, member.accountId)).toContain(
      'オプションを設定できませんでした',
    )
    await standInFault(harness.carrier, { mode: 'off' })
    await joinVoice(member, 'voicemail')
    await harness.drain()
    expect(await voiceOf(member)).toMatchObject([{ state: 'active' }])
  })

  test('止まっていたら「確認しています」と言い、その間は次を受け付けず、戻れば1度だけ加入する', async () => {
    const member = await makeOne()
    await standInFault(harness.carrier, { mode: 'down' })
    const { orderNo } = await joinVoice(member, 'voicemail')
    await harness.drain()
    const waiting = await orderOf(member, orderNo)
    expect(waiting).toMatchObject({ final: false })
    expect(JSON.stringify(waiting.timeline)).toContain('設備からの返事を待っています')
    expect(await voiceOffer(member, 'voicemail')).toMatchObject({
      state: 'joining',
      join: { allowed: false, reasonCode: 'OPTION_CHANGE_OPEN', blockedBy: orderNo },
    })
    expect(await codeOf(joinVoice(member, 'voicemail'))).toBe('OPTION_CHANGE_OPEN')
    await standInFault(harness.carrier, { mode: 'off' })
    harness.clock.set('2026-11-11T10:20:00+09:00')
    await harness.services.exchanges.reconcile()
    await harness.services.exchanges.reconcile()
    await harness.drain()
    expect(await voiceOf(member)).toMatchObject([
      { state: 'active', joinedAt: '2026-11-11T10:20:00+09:00' },
    ])
    expect(
      await rowsOf(harness, 'option_period', ['option_code'], { contract_id: member.contractId }),
    ).toEqual([{ option_code: 'voicemail' }])
  })

  test('黙って設定していた設備には、同じ番号で聞き直し、二重に設定しない', async () => {
    const member = await makeOne()
    await standInFault(harness.carrier, { mode: 'silent', times: 1 })
    const { orderNo } = await joinVoice(member, 'callWaiting')
    await harness.drain()
    expect(await orderOf(member, orderNo)).toMatchObject({ final: false })
    harness.clock.set('2026-11-11T10:10:00+09:00')
    await harness.services.exchanges.reconcile()
    // The carrier had done it at once: its first answer is the one that counts.
    expect(await voiceOf(member)).toMatchObject([
      { state: 'active', joinedAt: '2026-11-11T10:00:00+09:00' },
    ])
  })
})

describe('SIMの種別変更', () => {
  const endOptionsOfWhatHasEnded = () => runTasks(harness, 'options of what has ended')

  test('通話ができない回線になると、通話のオプションだけが終わり、終わったことが1度だけ届く', async () => {
    const member = await makeOne()
    await joinVoice(member, 'voicemail')
    await joinVoice(member, 'callWaiting')
    await harness.drain()
    await harness.database.db
      .updateTable('line')
      .set({ kind: 'data' })
      .where('contract_id', '=', member.contractId)
      .where('line_id', '=', member.lineId)
      .execute()
    await endOptionsOfWhatHasEnded()
    await endOptionsOfWhatHasEnded()
    expect(await voiceOf(member)).toEqual([])
    const notices = (await noticesOf(harness, member.accountId)).filter(({ title }) =>
      title.includes('通話のオプションが終了しました'),
    )
    expect(notices).toHaveLength(1)
    expect(notices[0]?.body).toContain('「留守番電話」「割込通話」')
  })

  test('月末の夜に種別が変わったオプションの最終利用日はその日で、翌月分の料金はかからない', async () => {
    const member = await makeOne()
    await joinVoice(member, 'voicemail')
    await harness.drain()
    await harness.database.db
      .transaction()
      .execute((tx) =>
        changeLine(
          tx,
          { contractId: member.contractId, lineId: member.lineId },
          { kind: 'data' },
          { actor: 'carrier', now: Temporal.Instant.from('2026-11-30T23:30:00+09:00') },
        ),
      )
    harness.clock.set('2026-12-01T00:00:00+09:00')
    await endOptionsOfWhatHasEnded()
    const notices = (await noticesOf(harness, member.accountId)).at(-1)
    expect(notices?.body).toContain('最終利用日：2026年11月30日（月）')
    expect(await billed(member, '2026-12')).toEqual([])
  })

  test('1時間のうちに種別が2度変わったと順不同に届いても、最終利用日はあとに書かれた変更の日になり、翌月分の料金はかからない', async () => {
    const member = await makeOne()
    await joinVoice(member, 'voicemail')
    await harness.drain()
    const key = { contractId: member.contractId, lineId: member.lineId }
    // The first that was written counts later than the last one: the day of the last holds.
    for (const [kind, at] of [
      ['data', '2026-12-01T00:20:00+09:00'],
      ['voice', '2026-12-01T00:30:00+09:00'],
      ['data', '2026-11-30T23:50:00+09:00'],
    ] as const) {
      const by = { actor: 'carrier', now: Temporal.Instant.from(at) } as const
      await harness.database.db.transaction().execute((tx) => changeLine(tx, key, { kind }, by))
    }
    harness.clock.set('2026-12-01T01:00:00+09:00')
    await endOptionsOfWhatHasEnded()
    const notices = (await noticesOf(harness, member.accountId)).at(-1)
    expect(notices?.body).toContain('最終利用日：2026年11月30日（月）')
    expect(await billed(member, '2026-12')).toEqual([])
  })
})

describe('グループのサービス', () => {
  test('公衆Wi-Fiは、接続のIDとパスワードをマイページだけで渡す', async () => {
    const member = await makeOne()
    expect(await joinGroup(member, 'publicWifi')).toMatchObject({ state: 'setting' })
    await harness.drain()
    const { contracted } = await member.call(api.dmmOptionContractingGet)
    expect(contracted).toMatchObject([
      {
        optionCode: 'publicWifi',
        state: 'active',
        monthlyYen: 398,
        settings: [{ label: '接続のID' }, { label: '接続のパスワード' }],
        startUrl: `${harness.groupServices.url}/wifi`,
      },
    ])
    const password = contracted[0]?.settings[1]?.value ?? 'none'
    const answers = await rowsOf(harness, 'carrier_exchange', ['answer'], {
      contract_id: member.contractId,
    })
    expect(JSON.stringify(answers)).not.toContain(password)
    expect(JSON.stringify(await noticesOf(harness, member.accountId))).not.toContain(password)
    const { options } = await member.call(api.dmmOptionCancelableGet)
    const { conditions } = found(options, 'publicWifi').estimate
    const left = await member.call(api.dmmOptionCancelPost, {
      body: { optionCode: 'publicWifi', conditions },
    })
    expect(left).toMatchObject({ state: 'reserved', effectiveOn: '2026-11-30' })
  })

  test('タブホは利用登録のコードを渡し、相手が止まっている間は料金が始まらない', async () => {
    const member = await makeOne()
    await standInFault(harness.groupServices, { mode: 'down' })
    await joinGroup(member, 'magazines')
    await harness.drain()
    expect((await member.call(api.dmmOptionContractingGet)).contracted).toEqual([])
    expect(await rowsOf(harness, 'option_period', '*', { contract_id: member.contractId })).toEqual(
      [],
    )
    await standInFault(harness.groupServices, { mode: 'off' })
    harness.clock.set('2026-11-13T09:00:00+09:00')
    await harness.services.exchanges.reconcile()
    const { contracted } = await (
      await signedInAgain(harness, member)
    ).call(api.dmmOptionContractingGet)
    expect(contracted).toMatchObject([
      {
        optionCode: 'magazines',
        joinedOn: '2026-11-13',
        settings: [{ label: '利用登録のコード' }],
      },
    ])
  })
})
