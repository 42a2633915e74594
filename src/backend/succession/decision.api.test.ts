import { describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { openBrowser } from '#tests/api/applicants.ts'
import { makeAuthenticator } from '#tests/api/authenticator.ts'
import {
  accept,
  decide,
  fileCodeOf,
  heirDesk,
  openHeir,
  scan,
  theDeceased,
} from '#tests/api/heirs.ts'
import { received } from '#tests/api/contact-codes.ts'
import { insertCall } from '#tests/api/calls.ts'
import { brokenLaws, contradictions } from '#tests/api/procedures/contradictions.ts'
import { noticeTitles } from '#tests/api/notices.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { countRows, rowsOf, setRows } from '#tests/api/rows.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useApplicants } from '#tests/api/use-applicants.ts'
import { brokenMoneyLaws } from '#backend/billing/findings.ts'

const harness = await useApplicants()
const { contractOf, heirNamed, submitted } = heirDesk(harness)

describe('引き継ぐ', () => {
  test('担当者が受け付けて72時間たつと、契約・本人・カードが一度に変わり、元のアカウントは契約のないアカウントになる。引き継ぐ前の通話は見えず、あとの通話は見え、同じ方はもう1つは引き継げない', async () => {
    const { deceased, loginId, orderNo, own } = await submitted()
    await deceased.call(api.calendarLinkPost, { body: { action: 'renew' } })
    const begun = await deceased.call(api.passkeysBeginPost)
    await deceased.call(api.passkeysPost, { body: makeAuthenticator().create(begun) })
    await deceased.call(api.widgetsPost, { body: { name: '玄関' } })
    const callOf = { contractId: deceased.contractId, lineId: deceased.lineIds[0] ?? '' }
    await insertCall(harness, { ...callOf, units: 1 })
    const before = await contractOf(deceased)
    harness.clock.set('2026-11-20T10:20:00+09:00')
    await accept(harness, orderNo)
    const heir = await openHeir(harness, loginId)
    const after = await contractOf(deceased)
    expect(after).toMatchObject({
      account_id: heir.accountId,
      status: before.status,
      plan_code: before.plan_code,
      succession_since: null,
    })
    expect(after.succeeded_at?.toString()).toBe('2026-11-23T02:20:00Z')
    const { lines } = await heir.call(api.contractGet)
    expect(lines.map(({ number }) => number)).toEqual([deceased.number])
    expect(await heir.call(api.billingPaymentMethodGet)).toMatchObject({
      numberMasked: expect.stringContaining('4242'),
      expires: '2029-12',
    })
    expect((await heir.call(api.personalGet)).name).toBe(`森 ${own.firstName}`)
    expect(await noticeTitles(harness, heir.accountId)).toEqual([
      '名義変更（承継）を受け付けました',
      '書類の確認が済みました',
      'ご契約を引き継ぎました',
    ])
    expect(await noticeTitles(harness, deceased.accountId)).toEqual([
      'パスキーを追加しました',
      '名義変更（承継）のお申し出がありました',
      'ご契約の名義の変更を予定しています',
      'ご契約の名義が変わりました',
    ])
    // The former holder's calendar gets nothing any more, and no card shows what is left.
    for (const table of ['calendar_link', 'widget'])
      expect(await countRows(harness, table, `contract_id = '${deceased.contractId}'`)).toBe(0)
    // Signed out, and without a contract when signed in again.
    expect(await codeOf(deceased.call(api.contractGet))).toBe('NOT_SIGNED_IN')
    const again = await harness.signIn(deceased.loginId)
    expect(await codeOf(again.call(api.contractGet))).toBe('ACCESS_DENIED')
    expect((await again.call(api.platformAuthGet)).mvno_member).toBe(false)
    expect((await heir.call(api.platformAuthGet)).mvno_member).toBe(true)
    // Whoever has the phone now proves nothing by it.
    expect((await again.call(api.passkeysGet)).passkeys).toEqual([])
    expect(await codeOf(again.call(api.passkeysProofBeginPost))).toBe('NOT_FOUND')
    // Carried out once.
    await runTasks(harness, 'successions decided', 'successions carried out')
    expect(
      await countRows(
        harness,
        'audit_entry',
        `action = 'succession-accepted' and target = '${orderNo}'`,
      ),
    ).toBe(1)
    harness.clock.set('2026-11-23T13:00:00+09:00')
    await insertCall(harness, { ...callOf, units: 2 })
    const back = await openHeir(harness, loginId)
    const query = { lineId: callOf.lineId, from: '2026-11-01', to: '2026-11-23' }
    const log = await back.call(api.callLogGet, { query })
    expect(log.rows.map(({ durationSeconds }) => durationSeconds)).toEqual([60])
    expect(log.total).toBe(1)
    const second = await theDeceased(harness, 'same-dead')
    const two = await openHeir(harness, 'same-heir')
    await two.answerAll(second.number, { heir: own })
    expect(await codeOf(two.submit())).toBe('HEIR_HAS_CONTRACT')
    expect(await brokenMoneyLaws(harness.database.db)).toEqual([])
  })

  test('解約の予約がある契約を引き継ぐと、予約は取り消され、最終日を過ぎても電話番号は続く', async () => {
    const { deceased, loginId, orderNo } = await submitted()
    harness.clock.set('2026-11-28T10:00:00+09:00')
    const { contractId } = deceased
    await setRows(harness, 'contract', { succession_since: null }, { contract_id: contractId })
    const { call } = await harness.signIn(deceased.loginId)
    const { conditions, lastServiceOn } = await call(api.simCancelPaymentGet)
    expect(lastServiceOn).toBe('2026-11-30')
    await call(api.simCancelReservePost, { body: { conditions, agreed: true } })
    await decide(harness, orderNo, { decision: 'accept' })
    // The last day passes within the 72 hours in which the holder may stop it.
    harness.clock.set('2026-12-01T00:00:00+09:00')
    await runTasks(harness, 'cancellations due', 'usage and ledger')
    harness.clock.set('2026-12-01T03:00:00+09:00')
    const holder = await harness.signIn(deceased.loginId)
    expect(await contradictions(holder.call)).toEqual([])
    const meanwhile = await holder.call(api.contractGet)
    expect([meanwhile.status, meanwhile.endsOn, meanwhile.bookedChanges]).toEqual([
      'active',
      undefined,
      [],
    ])
    expect((await holder.call(api.highSpeedResidualGet)).totalBytes).toBe(3_000_000_000)
    const [waiting] = (await holder.call(api.statusCancelStateGet)).bookings
    expect([waiting?.stateLabel, waiting?.undo.allowed]).toEqual(['承継の手続き待ち', false])
    expect(await brokenLaws(harness)).toEqual([])
    harness.clock.set('2026-12-01T11:00:00+09:00')
    await runTasks(harness, 'successions carried out', 'cancellations due')
    await harness.drain()
    const heir = await openHeir(harness, loginId)
    const contract = await heir.call(api.contractGet)
    expect([contract.status, contract.endsOn]).toEqual(['active', undefined])
    expect(contract.lines.map(({ number, status }) => [number, status])).toEqual([
      [deceased.number, 'active'],
    ])
    expect(await noticeTitles(harness, heir.accountId)).toContain('解約の予約を取り消しました')
    expect((await heir.call(api.statusCancelStateGet)).bookings.map(({ state }) => state)).toEqual([
      'undone',
    ])
  })

  test('解約の最終日を過ぎてから契約者が承継を止めると、1時間以内に、はじめに予約した最終日で解約になる', async () => {
    const { deceased, orderNo } = await submitted()
    harness.clock.set('2026-11-28T10:00:00+09:00')
    const { contractId } = deceased
    await setRows(harness, 'contract', { succession_since: null }, { contract_id: contractId })
    const { call } = await harness.signIn(deceased.loginId)
    const { conditions } = await call(api.simCancelPaymentGet)
    await call(api.simCancelReservePost, { body: { conditions, agreed: true } })
    await decide(harness, orderNo, { decision: 'accept' })
    harness.clock.set('2026-12-01T00:00:00+09:00')
    await runTasks(harness, 'cancellations due', 'usage and ledger')
    harness.clock.set('2026-12-01T03:10:00+09:00')
    const [mail] = (await received(harness, `${deceased.accountId}@example.jp`)).filter((text) =>
      text.startsWith('ご契約の名義の変更を予定しています'),
    )
    const t = /stop\?t=([\w-]+)/u.exec(mail ?? '')?.[1] ?? ''
    const visitor = openBrowser(harness)
    expect(await visitor.call(api.successionStopPost, { body: { t } })).toMatchObject({
      state: 'stopped',
    })
    harness.clock.set('2026-12-01T04:00:00+09:00')
    await runTasks(harness, 'cancellations waiting')
    const holder = await harness.signIn(deceased.loginId)
    const { status, endsOn } = await holder.call(api.contractGet)
    expect([status, endsOn]).toEqual(['terminated', '2026-11-30'])
    expect(await contradictions(holder.call)).toEqual([])
    expect(await brokenLaws(harness)).toEqual([])
  })

  test('足りない書類をお願いし、届いたら確認に戻る。お受けできないときは理由を伝え、契約は元のまま', async () => {
    const { deceased, heir, loginId, orderNo } = await submitted()
    harness.clock.set('2026-11-20T10:20:00+09:00')
    const words = '続柄の分かる戸籍謄本をお願いします。'
    await decide(harness, orderNo, { decision: 'ask', reason: words })
    expect(await heir.call(api.successionGet)).toMatchObject({
      state: 'documents_requested',
      asked: words,
      takesDocuments: true,
    })
    const sent = { body: { orderNo } }
    expect(await codeOf(heir.call(api.successionDocumentPost, sent))).toBe(
      'SUCCESSION_FILE_MISSING',
    )
    harness.clock.set('2026-12-20T10:00:00+09:00')
    const back = await openHeir(harness, loginId)
    expect(await fileCodeOf(back.addFile(scan()))).toBe('SUCCESSION_FILE_KNOWN')
    await back.addFile(scan(2))
    // Sent twice, it is stored once.
    await back.addFile(scan(2))
    expect(await back.call(api.successionDocumentPost, sent)).toMatchObject({ state: 'submitted' })
    harness.clock.set('2026-12-20T10:20:00+09:00')
    const reason = '書類から、亡くなられたことを確認できませんでした。'
    await decide(harness, orderNo, { decision: 'reject', reason })
    expect(await back.call(api.successionGet)).toMatchObject({ state: 'rejected', reason })
    expect(await contractOf(deceased)).toMatchObject({
      account_id: deceased.accountId,
      succession_since: null,
      succeeded_at: null,
    })
    expect(await noticeTitles(harness, heir.accountId)).toEqual([
      '名義変更（承継）を受け付けました',
      '書類についてのお願い',
      '書類を受け取りました',
      'お手続きをお受けできませんでした',
    ])
  })

  test('本人確認を担当者が見ているあいだは、受け付けられない', async () => {
    const deceased = await theDeceased(harness, 'manual-dead')
    const heir = await openHeir(harness, 'manual-heir')
    await heir.saveContract(deceased.number)
    await heir.saveHeir(heirNamed())
    await heir.addFile(scan())
    await heir.registerCard()
    for (let n = 0; n < 3; n += 1) await heir.readDocument('mismatch')
    const { orderNo } = await heir.submit()
    await expect(decide(harness, orderNo, { decision: 'accept' })).rejects.toThrow(
      'npm run reviews',
    )
  })

  test('確認のあいだに終わったご契約は、引き継がれない', async () => {
    const { deceased, loginId, orderNo } = await submitted()
    await setRows(
      harness,
      'contract',
      { status: 'terminated' },
      { contract_id: deceased.contractId },
    )
    await accept(harness, orderNo)
    expect((await contractOf(deceased)).account_id).toBe(deceased.accountId)
    await decide(harness, orderNo, { decision: 'reject', reason: 'ご契約は終了しています。' })
    const heir = await openHeir(harness, loginId)
    expect((await heir.call(api.successionGet)).state).toBe('rejected')
  })
})

describe('解約する', () => {
  test('カードは要らない。担当者が受け付けて72時間たった月の末日で終わる', async () => {
    const { deceased, loginId, orderNo } = await submitted('end')
    await accept(harness, orderNo)
    const heir = await openHeir(harness, loginId)
    expect(await heir.call(api.successionGet)).toMatchObject({
      state: 'accepted',
      sentence: '解約を承りました。最終日は、メールでお知らせしています。',
    })
    const [order] = await rowsOf(harness, 'procedure_order', '*', {
      contract_id: deceased.contractId,
    })
    expect([order?.procedure, order?.state, order?.effective_on]).toEqual([
      'contractCancel',
      'reserved',
      '2026-11-30',
    ])
    harness.clock.set('2026-12-01T00:00:00+09:00')
    await runTasks(harness, 'cancellations due')
    expect((await contractOf(deceased)).status).toBe('terminated')
  })
})
