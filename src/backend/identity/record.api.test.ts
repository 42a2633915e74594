import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { tokyoDate } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { memberTables } from '#server/tables.ts'
import { setProfile } from '#tests/api/members.ts'
import { approvedByMail, byStaff } from '#tests/api/reviews.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { simDesk, type DeskMember } from '#tests/api/sim-orders.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { letGoOfOrders } from '#tests/api/orders.ts'
import { decideReview, readRecord, recordLines, recordPage, type Decision } from './public.ts'

const START = '2026-11-20T10:00:00+09:00'
const harness = await useHarness(START)
const desk = simDesk(harness, 'identity-record')
const { sealing } = harness.services
const { db, pool } = harness.database
beforeEach(async () => {
  await letGoOfOrders(harness)
  harness.clock.set(START)
})

type Waiting = { readonly member: DeskMember; readonly orderNo: string; readonly checkId: string }

/** A voice line ordered, and the member's part at the reader. */
async function read(played: { outcome: string; document?: string }, known?: object) {
  const member = await desk.member({ planCode: 20 })
  await setProfile(harness, member.accountId, known)
  const { orderNo } = await desk.orderLine(member.call, 'voice', 'nano')
  return readAgain({ member, orderNo, checkId: '' }, played)
}

async function readAgain(of: Waiting, played: { outcome: string; document?: string }) {
  const { member, orderNo } = of
  const call = await desk.again(member.loginId)
  const body = { orderNo, back: `/mypage/order.html?no=${orderNo}` }
  const { startUrl } = await call(api.identityCheckPost, { body })
  const checkId = startUrl.split('/').at(-1) ?? ''
  const url = await harness.services.identity.start(member.accountId, checkId)
  await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(played) })
  await harness.services.identity.finish(member.accountId, checkId)
  return { member, orderNo, checkId }
}

const check = async ({ member, orderNo }: Waiting) =>
  (await desk.again(member.loginId))(api.identityCheckGet, { query: { orderNo } })

const decide = (checkId: string, decision: Decision) =>
  db
    .transaction()
    .execute((tx) => decideReview(tx, { sealing }, checkId, decision, byStaff(harness)))

const printed = async (ref: string) =>
  Object.fromEntries(recordLines(await readRecord(db, sealing, ref)))

describe('本人確認の記録', () => {
  test('ICチップで確認した方の記録は、法律が求める項目をすべて印刷する', async () => {
    const of = await read({ outcome: 'matched', document: 'driving_licence' })
    expect((await check(of)).state).toBe('matched')
    const lines = await printed(of.orderNo)
    expect(lines).toEqual({
      記録の番号: of.checkId,
      手続きの受付番号: of.orderNo,
      契約: of.member.contractId,
      氏名: '髙橋 花子',
      フリガナ: '登録がありません',
      生年月日: '1990-04-01',
      住所: '東京都千代田区千代田1-1',
      書類と比べた項目: '氏名、生年月日、住所',
      確認の方法: '本人確認書類のICチップの情報と、容貌の画像の確認',
      方法の根拠: '携帯電話不正利用防止法施行規則 第3条',
      書類の種類: '運転免許証',
      書類または電子証明書の番号: expect.stringMatching(/^\d{12}$/u),
      確認した日: '2026年11月20日（金）',
      確認した者: 'ICチップ（読み取りの仕組み）',
      記録した者: '当社の仕組み（自動）',
      記録した日時: '2026年11月20日（金）10:00',
      保存の期限: '契約が終わった日から3年',
    })
    expect(await printed(of.checkId)).toEqual(lines)
    expect(await printed(of.member.contractId)).toEqual(lines)
    const page = recordPage(await readRecord(db, sealing, of.checkId))
    for (const [term, value] of Object.entries(lines))
      expect(page).toContain(`<th scope="row">${term}</th><td>${value}</td>`)
  })

  test('担当者が確認した方の記録は、ICチップの読み取りとは言わず、確認した人と記録した人の名前を残す', async () => {
    const of = await read({ outcome: 'undocumented' })
    await decide(of.checkId, approvedByMail)
    harness.clock.set('2026-11-20T11:00:00+09:00')
    await runTasks(harness, 'identity decisions')
    expect(await printed(of.orderNo)).toMatchObject({
      確認の方法: '本人限定受取郵便での、書類の原本の確認',
      '要確認（法務）': '2026年4月1日のあとも、本人限定受取郵便が認められるか',
      書類の種類: '在留カード',
      書類または電子証明書の番号: 'AB12345678CD',
      確認した者: '担当者　窓口 みどり',
      記録した者: '担当者　記録 あおい',
      記録した日時: '2026年11月20日（金）11:00',
    })
    const { call } = await harness.signIn(of.member.loginId)
    expect(await call(api.personalGet)).toMatchObject({
      method: '本人限定受取郵便での、書類の原本の確認',
      document: '在留カード',
      checkedBy: '担当者',
    })
  })

  test('読み取りで違いがあり、担当者が同じ人と確かめたときは、読み取った書類と担当者が残る', async () => {
    let of = await read({ outcome: 'mismatch', document: 'residence_card' })
    for (const _ of [1, 2])
      of = await readAgain(of, { outcome: 'mismatch', document: 'residence_card' })
    expect((await check(of)).state).toBe('manual')
    await decide(of.checkId, { decision: 'approved' })
    await runTasks(harness, 'identity decisions')
    expect(await printed(of.orderNo)).toMatchObject({
      確認の方法: '本人確認書類のICチップの情報と、容貌の画像の確認',
      '要確認（法務）': '在留カードと特別永住者証明書のICチップも、この方法で認められるか',
      書類の種類: '在留カード',
      書類または電子証明書の番号: expect.stringMatching(/^AB\d{8}CD$/u),
      確認した者: '担当者　窓口 みどり',
    })
  })

  test('書き出しに番号まで入り、担当者の名前は入らない', async () => {
    const of = await read({ outcome: 'undocumented' })
    await decide(of.checkId, approvedByMail)
    await runTasks(harness, 'identity decisions')
    const table = memberTables.find((one) => one.table === 'identity_record')
    const ids = { accountId: of.member.accountId, contractId: of.member.contractId }
    const asked = { after: undefined, limit: 10, wholeNumbers: false }
    const page = await table?.read(db, sealing, ids, asked)
    expect(table?.titles).toEqual([
      '記録の番号',
      '方法',
      '書類の種類',
      '書類または電子証明書の番号',
      '書類と比べた内容',
      '確認した者',
      '記録した者',
      '確認日',
      '記録した日時',
    ])
    expect(page?.rows).toEqual([
      [
        of.checkId,
        '本人限定受取郵便での、書類の原本の確認',
        '在留カード',
        'AB12345678CD',
        {
          name: '髙橋 花子',
          kana: '',
          birth: '1990-04-01',
          address: '東京都千代田区千代田1-1',
        },
        '担当者',
        '担当者',
        '2026-11-20',
        START,
      ],
    ])
  })

  test('書いたあとは、だれにも変えられない', async () => {
    const { checkId } = await read({ outcome: 'matched' })
    const changes = [`set method = 'images'`, `set verified_on = '2026-01-01'`]
    for (const change of changes)
      await expect(
        pool.query(`update identity_record ${change} where check_id = $1`, [checkId]),
      ).rejects.toThrow('append-only')
    await expect(
      pool.query('delete from identity_record where check_id = $1', [checkId]),
    ).rejects.toThrow('append-only')
  })

  test('この記録ができる前の確認は、分かることだけを書き、分からないことは記録がないと言う', async () => {
    const byChip = await read({ outcome: 'matched' })
    const byHand = await read({ outcome: 'undocumented' })
    await decide(byHand.checkId, approvedByMail)
    await runTasks(harness, 'identity decisions')
    for (const { checkId, member } of [byChip, byHand])
      await db.transaction().execute(async (tx) => {
        await sql`select set_config('portal.kept_long_enough', ${member.accountId}, true)`.execute(
          tx,
        )
        await tx.deleteFrom('identity_record').where('check_id', '=', checkId).execute()
      })
    await runTasks(harness, 'identity records')
    const unknown = {
      書類の種類: '記録がありません',
      書類または電子証明書の番号: '記録がありません',
      方法の根拠: '記録がありません',
      氏名: '髙橋 花子',
    }
    expect(await printed(byChip.orderNo)).toMatchObject({
      ...unknown,
      確認の方法: '本人確認書類のICチップの読み取り',
      確認した者: 'ICチップ（読み取りの仕組み）',
    })
    expect(await printed(byHand.orderNo)).toMatchObject({
      ...unknown,
      確認の方法: '記録がありません',
      確認した者: '担当者',
    })
  })

  test('契約が終わって3年たつと消え、求められたときは、いつ消したかを一文で伝える', async () => {
    const of = await read({ outcome: 'matched' })
    await db
      .updateTable('contract')
      .set({ status: 'terminated', ends_on: tokyoDate('2026-11-30') })
      .where('contract_id', '=', of.member.contractId)
      .execute()
    const forgetAt = (day: string) => {
      const now = Temporal.Instant.from(`${day}T00:00:00+09:00`)
      return harness.services.retention.deleteExpired({ now, loginNow: now })
    }
    await forgetAt('2029-11-30')
    expect((await printed(of.orderNo))['保存の期限']).toBe('2029年11月30日（金）')
    await forgetAt('2029-12-01')
    const deleted = 'was deleted on 2029-12-01: it is kept for three years'
    await expect(readRecord(db, sealing, of.orderNo)).rejects.toThrow(deleted)
    await expect(readRecord(db, sealing, of.member.contractId)).rejects.toThrow(deleted)
    await expect(readRecord(db, sealing, 'idc_none')).rejects.toThrow('There is no identity record')
  })
})

describe('書類の分からない本人確認', () => {
  test.each([
    ['undocumented', '書類の種類と番号'],
    ['faceless', '確認の方法'],
  ])('一致しても、%sなら、確認済みにせず担当者が見る', async (outcome, differing) => {
    const of = await read({ outcome, document: 'driving_licence' })
    expect(await check(of)).toMatchObject({ state: 'manual' })
    const [row] = await rowsOf(harness, 'identity_check', ['failure'], { order_no: of.orderNo })
    expect(row?.failure).toEqual([outcome === 'undocumented' ? 'document' : 'method'])
    expect(differing).not.toBe('')
    await expect(readRecord(db, sealing, of.checkId)).rejects.toThrow('There is no identity record')
  })

  test('担当者は、書類を示さずには認められない。終わった方法も、マイナンバーも受け取らない', async () => {
    const of = await read({ outcome: 'undocumented' })
    const refusedWith = async (evidence: object | undefined, sentence: string) =>
      expect(
        decide(of.checkId, {
          decision: 'approved',
          ...(evidence && { evidence: { ...approvedByMail.evidence, ...evidence } }),
        }),
      ).rejects.toThrow(sentence)
    await refusedWith(undefined, 'has no document that can be recorded')
    await refusedWith(
      { method: 'images' },
      'The method images is not allowed by hand on 2026-11-20, or not with this document: what is allowed is restricted_mail',
    )
    await refusedWith({ method: 'certificate' }, 'is not allowed by hand')
    const number = { document: 'my_number_card', reference: '1234 5678 9018' }
    await refusedWith(number, 'the My Number is never stored')
    await refusedWith({ reference: '' }, 'Name the number of the document')
    expect((await check(of)).state).toBe('manual')
  })

  test('知らせに書類がなくても、読み取りの相手に尋ねて分かれば、確認済みになる', async () => {
    const member = await desk.member({ planCode: 20 })
    await setProfile(harness, member.accountId)
    const { orderNo } = await desk.orderLine(member.call, 'voice', 'nano')
    const body = { orderNo, back: '/mypage/order.html' }
    const { startUrl } = await member.call(api.identityCheckPost, { body })
    const checkId = startUrl.split('/').at(-1) ?? ''
    const url = await harness.services.identity.start(member.accountId, checkId)
    await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ outcome: 'matched' }),
    })
    const sessionId = url.split('/').at(-1) ?? ''
    const said = { sessionId, verifiedOn: '2026-11-20', failure: null, evidence: undefined }
    await harness.services.identity.takeReading({ ...said, state: 'matched' })
    expect(await printed(orderNo)).toMatchObject({ 書類の種類: 'マイナンバーカード' })
  })
})
