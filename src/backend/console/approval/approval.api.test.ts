import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordTransfer } from '#backend/billing/public.ts'
import { postToAllJob } from '#backend/notice/commands/post-to-all.ts'
import { readProfile, writeProfile } from '#backend/holder.ts'
import { readRecord, recordLines } from '#backend/identity/public.ts'
import { expectedAad } from '#backend/identity/rows/checks.ts'
import { freezeLine } from '#backend/line/public.ts'
import { billed } from '#tests/api/debts.ts'
import { startHarness, type Harness } from '#tests/api/harness.ts'
import { makeMember } from '#tests/api/members.ts'
import { noticeTitles } from '#tests/api/notices.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { addRow, countRows, rowOf, setContract, setRows } from '#tests/api/rows.ts'
import type { Staff } from '#tests/api/staff.ts'

let harness: Harness
let ikeda: Staff
let sasaki: Staff
let ticketNo: string
beforeAll(async () => {
  harness = await startHarness('2026-11-20T10:00:00+09:00')
  ikeda = await harness.staff('ikeda')
  const body = {
    channel: 'letter',
    reason: 'contact',
    topic: 'billing',
    text: '返金の口座のご連絡',
    postedOn: '2026-11-18',
  } as const
  ticketNo = (await (await harness.staff('yamamoto')).ask('consoleTicketPost', { body })).ticketNo
})
afterAll(() => harness.stop())

let serial = 0
/** A bill of a member who has left, whose 500 yen no card would take. */
async function refusedRefund() {
  const member = await makeMember(harness, { loginId: `refused-${(serial += 1)}` })
  const { contractId } = member
  const billId = await billed(harness, contractId, { month: '2026-10', yen: -500 })
  await setRows(harness, 'bill', { state: 'refund_refused' }, { bill_id: billId })
  return { ...member, billId }
}

const slip = {
  transferredOn: '2026-11-20',
  amountYen: '500',
  reference: '20261120-001',
  accountEnd: '418',
}

const refund = (billId: string) => ({
  operation: 'refundTransferred' as const,
  ticketNo,
  reason: 'カードが解約されているため、ご指定の口座に振り込みました',
  billId,
  ...slip,
})

const propose = (who: Staff, billId: string) =>
  who.ask('consoleApprovalProposePost', { body: refund(billId) })
const approve = (who: Staff, approvalNo: string) =>
  who.ask('consoleApprovalApprovePost', { body: { approvalNo, ...slip } })

const stateOf = async (billId: string) =>
  (await rowOf(harness, 'bill', ['state'], { bill_id: billId })).state

const entriesOf = async (chain: string) =>
  (
    await harness.database.db
      .selectFrom('audit_entry')
      .select(['actor', 'action', 'details'])
      .where('chain', '=', chain)
      .where('actor', '=', 'staff')
      .orderBy('position')
      .execute()
  ).map(({ action, details }) => [action, details['staff'], details['role'], details['caseNo']])

describe('2人で行う操作', () => {
  test('承認できる人がほかにいないうちは、提案できない', async () => {
    const { billId } = await refusedRefund()
    expect(await codeOf(propose(ikeda, billId))).toBe('APPROVAL_NOBODY_ELSE')
    sasaki = await harness.staff('sasaki')
  })

  test('別の人が承認したとき、その場で1度だけ行われ、誰が何のために行ったかが会員の記録に残る', async () => {
    const { billId, contractId } = await refusedRefund()
    const proposed = await propose(ikeda, billId)
    expect(proposed).toMatchObject({
      operation: 'refundTransferred',
      state: 'proposed',
      proposedBy: { name: '池田 恵' },
      proposedRole: 'billing',
      isMine: true,
      until: '2026-11-21T10:00:00+09:00',
      canApprove: false,
      canWithdraw: true,
    })
    expect(await stateOf(billId)).toBe('refund_refused')
    const { approvalNo } = proposed
    expect(await sasaki.ask('consoleApprovalGet', { query: { approvalNo } })).toMatchObject({
      canApprove: true,
      hasChanged: false,
      factsNow: [
        { label: '請求の月', value: '2026年10月' },
        { label: '返金する残り', value: '500円' },
      ],
      typedBlind: ['transferredOn', 'amountYen', 'reference', 'accountEnd'],
      typed: [],
    })
    expect(await approve(sasaki, approvalNo)).toMatchObject({
      state: 'executed',
      decidedBy: { name: '佐々木 誠' },
      decidedRole: 'lead',
    })
    expect(await stateOf(billId)).toBe('refunding')
    expect(await codeOf(approve(sasaki, approvalNo))).toBe('APPROVAL_OVER')
    const [proposer, approver] = [ikeda.staffId, sasaki.staffId]
    expect(await entriesOf(contractId)).toEqual([
      ['approval-proposed', proposer, 'billing', ticketNo],
      ['approval-read', approver, 'lead', ticketNo],
      ['approval-given', approver, 'lead', ticketNo],
      ['refund-transferred', approver, 'lead', ticketNo],
      ['approval-carried-out', approver, 'lead', ticketNo],
    ])
  })

  test('提案した本人は、承認できる役割をあわせもっていても承認できない', async () => {
    const { billId } = await refusedRefund()
    const both = await harness.staff('ikeda', { roles: ['billing', 'lead'] })
    const { approvalNo } = await propose(both, billId)
    expect(await codeOf(approve(both, approvalNo))).toBe('APPROVAL_SAME_PERSON')
    ikeda = await harness.staff('ikeda')
    expect(await codeOf(approve(ikeda, approvalNo))).toBe('APPROVAL_SAME_PERSON')
    expect(await stateOf(billId)).toBe('refund_refused')
  })

  test('お問い合わせを受け付けた人は、承認できる役割をあわせもっていても承認できない', async () => {
    const { billId } = await refusedRefund()
    const { approvalNo } = await propose(ikeda, billId)
    const takerToo = await harness.staff('yamamoto', { roles: ['desk', 'lead'] })
    expect(await codeOf(approve(takerToo, approvalNo))).toBe('APPROVAL_INVOLVED')
    expect(await stateOf(billId)).toBe('refund_refused')
  })

  test('ないお問い合わせの番号では、提案できない', async () => {
    const { billId } = await refusedRefund()
    const body = { ...refund(billId), ticketNo: 'T-AAAA-AA' }
    await expect(ikeda.ask('consoleApprovalProposePost', { body })).rejects.toMatchObject({
      failure: {
        fields: { ticketNo: ['この番号のお問い合わせはありません。番号を確認してください。'] },
      },
    })
  })

  test('役割がない人は提案も承認もできず、一覧にも出ない', async () => {
    const { billId } = await refusedRefund()
    const fukuda = await harness.staff('fukuda')
    expect(await codeOf(propose(fukuda, billId))).toBe('ROLE_MISSING')
    const { approvalNo } = await propose(ikeda, billId)
    expect(await codeOf(approve(fukuda, approvalNo))).toBe('ROLE_MISSING')
    expect(await codeOf(fukuda.ask('consoleApprovalGet', { query: { approvalNo } }))).toBe(
      'ROLE_MISSING',
    )
    const { approvals } = await fukuda.ask('consoleApprovalsGet')
    expect(approvals.map((one) => one.approvalNo)).not.toContain(approvalNo)
  })

  test('同じものを2回は提案できず、取り下げればまた提案できる', async () => {
    const { billId } = await refusedRefund()
    const { approvalNo } = await propose(ikeda, billId)
    expect(await codeOf(propose(ikeda, billId))).toBe('APPROVAL_OPEN')
    expect(await codeOf(sasaki.ask('consoleApprovalWithdrawPost', { body: { approvalNo } }))).toBe(
      'ROLE_MISSING',
    )
    expect(await ikeda.ask('consoleApprovalWithdrawPost', { body: { approvalNo } })).toMatchObject({
      state: 'withdrawn',
    })
    expect(await propose(ikeda, billId)).toMatchObject({ state: 'proposed' })
  })

  test('承認できる人の「今日」に、件数と、期限の早い順に並ぶ。提案した本人と役割のない人には出ない', async () => {
    const { billId, accountId } = await refusedRefund()
    const { db } = harness.database
    const profile = await readProfile(db, harness.services.sealing, accountId)
    const named = { ...profile, lastName: '中村', firstName: '悠' }
    await writeProfile(db, harness.services.sealing, accountId, named)
    const { approvalNo } = await propose(ikeda, billId)
    const today = await sasaki.ask('consoleTodayGet')
    const waiting = today.approvals.find((one) => one.approvalNo === approvalNo)
    // Of the member, the first letter alone.
    expect(waiting?.member).toBe('中＊')
    const counted = today.queues.find(({ queue }) => queue === 'approval')
    expect(counted?.count).toBe(today.approvals.length)
    expect((await ikeda.ask('consoleTodayGet')).approvals).toEqual([])
    const yamamoto = await harness.staff('yamamoto')
    const desk = await yamamoto.ask('consoleTodayGet')
    expect(desk.queues.some(({ queue }) => queue === 'approval')).toBe(false)
  })

  test('ほかの役割の提案がいくつ待っていても、自分に関わるものは一覧に出る', async () => {
    const { billId } = await refusedRefund()
    const { approvalNo } = await propose(ikeda, billId)
    await sql`
      insert into approval (approval_no, operation, request_sealed, facts, facts_hash, target, ticket_no, reason, state,
        proposed_by, proposed_role, proposed_at, until)
      select 'K-' || n, 'noticePosted', '', '[]', '', 'crowd' || n, ${ticketNo}, '', 'proposed', 'staff_other', 'planning',
        ${harness.clock.now().toString()}::timestamptz - interval '1 hour',
        ${harness.clock.now().toString()}::timestamptz + interval '1 hour'
      from generate_series(1, 250) n`.execute(harness.database.db)
    const { approvals } = await ikeda.ask('consoleApprovalsGet')
    expect(approvals.map((one) => one.approvalNo)).toContain(approvalNo)
    await sql`delete from approval where target like 'crowd%'`.execute(harness.database.db)
  })

  test('却下には理由がつき、そのあとは承認できない', async () => {
    const { billId } = await refusedRefund()
    const { approvalNo } = await propose(ikeda, billId)
    const reason = '控えの番号が銀行の記録と合いません'
    expect(
      await sasaki.ask('consoleApprovalRefusePost', { body: { approvalNo, reason } }),
    ).toMatchObject({ state: 'refused', decisionReason: reason })
    expect(await codeOf(approve(sasaki, approvalNo))).toBe('APPROVAL_OVER')
    expect(await stateOf(billId)).toBe('refund_refused')
  })

  test('振り込みの控えは、2人がそれぞれ見て打ち込む。1つでも違えば何も記録されず、提案からやり直す', async () => {
    const { billId } = await refusedRefund()
    const wrongAmount = { ...refund(billId), amountYen: '5000' }
    expect(await codeOf(ikeda.ask('consoleApprovalProposePost', { body: wrongAmount }))).toBe(
      'VALIDATION_FAILED',
    )
    const { approvalNo } = await propose(ikeda, billId)
    const typedBy = async (who: Staff) =>
      (await who.ask('consoleApprovalGet', { query: { approvalNo } })).typed.map(
        ({ value }) => value,
      )
    expect(await typedBy(ikeda)).toEqual(['2026-11-20', '500', '20261120-001', '418'])
    const press = (typed: object) =>
      sasaki.ask('consoleApprovalApprovePost', { body: { approvalNo, ...slip, ...typed } })
    expect(await codeOf(press({ reference: undefined }))).toBe('VALIDATION_FAILED')
    expect(await press({ accountEnd: '481' })).toMatchObject({ state: 'refused' })
    expect(await stateOf(billId)).toBe('refund_refused')
    expect(await typedBy(sasaki)).toEqual(['2026-11-20', '500', '20261120-001', '418'])
    expect(await codeOf(press({}))).toBe('APPROVAL_OVER')
    const again = await propose(ikeda, billId)
    expect(await approve(sasaki, again.approvalNo)).toMatchObject({ state: 'executed' })
    expect(await codeOf(approve(sasaki, again.approvalNo))).toBe('APPROVAL_OVER')
  })

  test('提案のあとで事実が変われば、承認しても行われない', async () => {
    const { billId, contractId } = await refusedRefund()
    const { approvalNo } = await propose(ikeda, billId)
    const by = { actor: 'staff', now: harness.clock.now() } as const
    await harness.database.db.transaction().execute((tx) => recordTransfer(tx, billId, by))
    expect(await sasaki.ask('consoleApprovalGet', { query: { approvalNo } })).toMatchObject({
      hasChanged: true,
    })
    expect(await approve(sasaki, approvalNo)).toMatchObject({ state: 'stale' })
    const refunds = await harness.database.db
      .selectFrom('refund')
      .select('amount_yen')
      .where('contract_id', '=', contractId)
      .execute()
    expect(refunds).toEqual([{ amount_yen: 500 }])
  })

  test('本人確認は、比べた人と承認した人の名前で記録され、認められない方法では何も残らない', async () => {
    const { accountId } = await makeMember(harness, { loginId: 'compared' })
    const { db } = harness.database
    const { sealing } = harness.services
    const checkId = 'idc_compared'
    const compared = {
      name: '山田 太郎',
      kana: 'ヤマダ タロウ',
      birth: '1990-04-01',
      address: '東京都',
    }
    await addRow(harness, 'identity_check', {
      account_id: accountId,
      check_id: checkId,
      contract_id: null,
      order_no: 'A-COMP-ARED-0001',
      state: 'manual',
      attempts: 3,
      failure: JSON.stringify(['document']),
      expected_sealed: sealing.seal(expectedAad(checkId), JSON.stringify(compared)),
      opened_at: harness.clock.now(),
      changed_at: harness.clock.now(),
    })
    const fukuda = await harness.staff('fukuda')
    const proposed = (method: 'images' | 'restricted_mail') =>
      fukuda.ask('consoleApprovalProposePost', {
        body: {
          operation: 'identityApproved',
          ticketNo,
          reason: '原本の控えを受け取りました',
          checkId,
          seen: { method, document: 'driving_licence', number: '301234567890' },
        },
      })
    const refused = await proposed('images')
    expect(await approve(sasaki, refused.approvalNo)).toMatchObject({ state: 'failed' })
    expect(await countRows(harness, 'identity_decision', `check_id = '${checkId}'`)).toBe(0)
    const { approvalNo } = await proposed('restricted_mail')
    expect(await approve(sasaki, approvalNo)).toMatchObject({ state: 'executed' })
    await harness.drain()
    expect(Object.fromEntries(recordLines(await readRecord(db, sealing, checkId)))).toMatchObject({
      確認の方法: '本人限定受取郵便での、書類の原本の確認',
      確認した者: '担当者　福田 健',
      記録した者: '担当者　佐々木 誠',
    })
  })

  test('待っていた手続きがもうない本人確認も、承認すれば終わり、列に残らない', async () => {
    const { accountId, contractId } = await makeMember(harness, { loginId: 'order-gone' })
    const { sealing } = harness.services
    const checkId = 'idc_alone'
    const compared = { name: '林 花', kana: 'ハヤシ ハナ', birth: '1990-04-01', address: '東京都' }
    await addRow(harness, 'identity_check', {
      account_id: accountId,
      check_id: checkId,
      contract_id: contractId,
      order_no: 'A-GONE-0001',
      state: 'manual',
      attempts: 3,
      failure: JSON.stringify(['name']),
      expected_sealed: sealing.seal(expectedAad(checkId), JSON.stringify(compared)),
      opened_at: harness.clock.now(),
      changed_at: harness.clock.now(),
    })
    const { approvalNo } = await (
      await harness.staff('fukuda')
    ).ask('consoleApprovalProposePost', {
      body: {
        operation: 'identityApproved',
        ticketNo,
        reason: '原本の控えを受け取りました',
        checkId,
        seen: { method: 'restricted_mail', document: 'driving_licence', number: '301234567890' },
      },
    })
    expect(await approve(sasaki, approvalNo)).toMatchObject({ state: 'executed' })
    await harness.drain()
    const after = await rowOf(harness, 'identity_check', ['state'], { check_id: checkId })
    expect(after.state).toBe('matched')
  })

  test('不正利用の疑いで止めた回線は、2人で確かめてから使えるようになり、会員に知らせる', async () => {
    const { contractId, accountId, lineIds } = await makeMember(harness, { loginId: 'frozen' })
    const lineId = lineIds[0] ?? ''
    const by = { actor: 'staff', contractId, now: harness.clock.now() } as const
    const { services, database } = harness
    await database.db.transaction().execute((tx) => freezeLine(tx, services, by, lineId))
    const kato = await harness.staff('kato')
    const body = {
      operation: 'lineUnfrozen',
      ticketNo,
      reason: 'ご本人の利用と分かりました',
      lineId,
      finding: '登録の連絡先に折り返して確認',
    } as const
    const { approvalNo } = await kato.ask('consoleApprovalProposePost', { body })
    expect(await approve(sasaki, approvalNo)).toMatchObject({ state: 'executed' })
    const line = await rowOf(harness, 'line', ['status', 'suspension_reason'], { line_id: lineId })
    expect(line).toEqual({ status: 'active', suspension_reason: null })
    expect(await noticeTitles(harness, accountId)).toHaveLength(2)
    expect(await codeOf(kato.ask('consoleApprovalProposePost', { body }))).toBe('NOTHING_WAITS')
  })

  test('障害の補償は、24時間以上止まったものを2人で1度だけ登録でき、短いものはその欄で断る', async () => {
    const outage = (outageId: string, endsAt: string) =>
      addRow(harness, 'outage', {
        outage_id: outageId,
        kind: 'outage',
        severity: 'outage',
        services: ['data'],
        areas: [],
        title: 'データ通信が使えません',
        opened_at: harness.clock.now(),
        begins_at: Temporal.Instant.from('2026-11-17T09:00:00+09:00'),
        expected_end_at: null,
        ends_at: Temporal.Instant.from(endsAt),
        cancelled_at: null,
      })
    await outage('out_short', '2026-11-18T08:59:00+09:00')
    await outage('out_long', '2026-11-18T15:00:00+09:00')
    const body = (outageId: string) => ({
      operation: 'compensationEntered' as const,
      ticketNo,
      reason: '基地局の故障',
      outageId,
    })
    await expect(
      ikeda.ask('consoleApprovalProposePost', { body: body('out_short') }),
    ).rejects.toMatchObject({
      failure: { fields: { outageId: ['24時間に満たない障害には、返す日がありません。'] } },
    })
    const { approvalNo } = await ikeda.ask('consoleApprovalProposePost', { body: body('out_long') })
    expect(await sasaki.ask('consoleApprovalGet', { query: { approvalNo } })).toMatchObject({
      facts: expect.arrayContaining([{ label: '返す日数', value: '1日' }]),
    })
    expect(await approve(sasaki, approvalNo)).toMatchObject({ state: 'executed' })
    expect(await codeOf(ikeda.ask('consoleApprovalProposePost', { body: body('out_long') }))).toBe(
      'NOTHING_WAITS',
    )
    expect(await rowOf(harness, 'compensation', ['reason'], { outage_id: 'out_long' })).toEqual({
      reason: '基地局の故障',
    })
  })

  test('すべての会員へのお知らせは、2人で読んでから、ご契約中の人に1度だけ届く', async () => {
    const member = await makeMember(harness, { loginId: 'told' })
    const former = await makeMember(harness, { loginId: 'former' })
    await setContract(harness, former.contractId, { status: 'terminated' })
    const yoshida = await harness.staff('yoshida')
    const body = {
      operation: 'noticePosted',
      ticketNo,
      reason: '約款の変更のお知らせ',
      kind: 'procedure',
      subject: '約款を変更します',
      body: '2027年1月1日から、モバイルサービス約款を変更します。\n\n変更の内容は、約款のページをご覧ください。',
    } as const
    const { approvalNo } = await yoshida.ask('consoleApprovalProposePost', { body })
    await harness.drain()
    expect(await noticeTitles(harness, member.accountId)).not.toContain(body.subject)
    expect(await approve(sasaki, approvalNo)).toMatchObject({ state: 'executed' })
    await harness.drain()
    await harness.services.queue.send(harness.database.db, postToAllJob, {
      noticeNo: (await rowOf(harness, 'house_notice', ['notice_no'], {})).notice_no,
    })
    await harness.drain()
    const titles = await noticeTitles(harness, member.accountId)
    expect(titles.filter((title) => title === body.subject)).toHaveLength(1)
    expect(await noticeTitles(harness, former.accountId)).not.toContain(body.subject)
  })

  test('2人が同時に承認しても、1度だけ行われる', async () => {
    const { billId } = await refusedRefund()
    const { approvalNo } = await propose(ikeda, billId)
    const other = await harness.staff('matsumoto', { roles: ['lead'] })
    const answers = await Promise.all(
      [sasaki, other].map((who) => codeOf(approve(who, approvalNo))),
    )
    expect(answers.filter((one) => one === 'APPROVAL_OVER')).toHaveLength(1)
    expect(answers.filter((one) => one.startsWith('answered'))).toHaveLength(1)
    expect(await stateOf(billId)).toBe('refunding')
  })

  test('確認コードから10分が過ぎた人は、提案も承認もできない', async () => {
    const { billId } = await refusedRefund()
    const before = harness.clock.now().subtract({ minutes: 10, seconds: 1 })
    const old = await harness.staff('ikeda', { secondFactorAt: before })
    expect(await codeOf(propose(old, billId))).toBe('SECOND_FACTOR_REQUIRED')
    ikeda = await harness.staff('ikeda')
  })

  test('24時間を1秒でも過ぎれば、承認しても行われず、期限切れになる', async () => {
    const { billId } = await refusedRefund()
    const { approvalNo } = await propose(ikeda, billId)
    harness.clock.set('2026-11-21T10:00:00+09:00')
    const late = await harness.staff('sasaki')
    expect(await approve(late, approvalNo)).toMatchObject({ state: 'expired' })
    expect(await stateOf(billId)).toBe('refund_refused')
  })
})
