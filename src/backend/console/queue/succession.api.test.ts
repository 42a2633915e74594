import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recordNote } from '#backend/step/record-change.ts'
import { api } from '#protocol/index.ts'
import { until } from '#tests/api/faults/until.ts'
import { decide, heirDesk, readPapers, scan } from '#tests/api/heirs.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { useApplicants } from '#tests/api/use-applicants.ts'

const harness = await useApplicants()
const { db } = harness.database
const { submitted } = heirDesk(harness)
const fukuda = await harness.staff('fukuda')

const noted = async (chain: string) =>
  (
    await sql<{ action: string; staff: string }>`
      select action, details ->> 'staff' as staff from audit_entry
      where chain = ${chain} and action like 'succession-%read' order by position`.execute(db)
  ).rows

test('承継の書類は、取り出したことが故人の契約の記録に残り、見てからでないと契約の一時停止を決められない', async () => {
  const { deceased, orderNo: ref, own } = await submitted()
  const key = { item: 'successions', ref } as const
  const pause = { ...key, choice: 'pause', reason: '戸籍の写しをお送りください。' } as const
  expect(await codeOf(fukuda.ask('consoleSuccessionPost', { body: pause }))).toBe('QUEUE_ACT_UNFIT')
  const shown = await fukuda.ask('consoleSuccessionReadPost', { body: key })
  expect(shown).toMatchObject({
    request: 'take_over',
    contractId: deceased.contractId,
    identity: 'matched',
    deceased: {
      kana: expect.stringMatching(/^タカハシ /),
      diedOn: '2026-11-01',
      relation: 'child',
    },
    papers: 1,
  })
  expect(shown.heir?.name).toBe(`森 ${own.firstName}`)
  const paper = await fukuda.ask('consoleSuccessionPaperGet', { query: { ...key, paper: 1 } })
  expect(paper).toMatchObject({ name: `${ref}-1.pdf`, mediaType: 'application/pdf' })
  expect(Buffer.from(paper.base64, 'base64').toString()).toMatch(/^%PDF-1\.7/)
  const second = { query: { ...key, paper: 2 } }
  expect(await codeOf(fukuda.ask('consoleSuccessionPaperGet', second))).toBe('NOT_FOUND')
  const staff = fukuda.staffId
  expect(await noted(deceased.contractId)).toEqual([
    { action: 'succession-read', staff },
    { action: 'succession-papers-read', staff },
  ])
  const { decisionId } = await fukuda.ask('consoleSuccessionPost', { body: pause })
  harness.clock.set('2026-11-20T10:01:00+09:00')
  await sql`update pgboss.job set start_after = now() where name = 'staff-decision' and state < 'active'`.execute(
    db,
  )
  await harness.drain()
  const { rows } = await sql`
    select s.state, s.asked, s.pause_from is not null as pauses, d.state as decision
    from succession s, staff_decision d where s.order_no = ${ref} and d.decision_id = ${decisionId}`.execute(
    db,
  )
  expect(rows).toEqual([
    {
      state: 'documents_requested',
      asked: '戸籍の写しをお送りください。',
      pauses: true,
      decision: 'carried_out',
    },
  ])
})

test('ご家族の書類やご契約者の72時間を待つあいだも列にあり、ご存命と分かれば窓口で断れる。できないことは出ない', async () => {
  const { orderNo: ref, heir } = await submitted()
  const key = { item: 'successions', ref } as const
  const fitting = async () => {
    const { row, acts } = await fukuda.ask('consoleQueueItemGet', { query: key })
    return [row.due, ...acts.map(({ act, choices }) => [act, choices])]
  }
  const accept = ['succession.accept', undefined] as const
  expect((await fitting()).slice(1)).toEqual([
    ['succession.ask', ['ask', 'pause', 'reject']],
    accept,
  ])
  await decide(harness, ref, { decision: 'ask', reason: '戸籍の写しをお送りください。' })
  expect(await fitting()).toEqual([
    '2027-05-20T10:00:00+09:00',
    ['succession.ask', ['reject']],
    accept,
  ])
  await heir.addFile(scan(2))
  await heir.call(api.successionDocumentPost, { body: { orderNo: ref } })
  await decide(harness, ref, { decision: 'accept' })
  expect(await fitting()).toEqual(['2026-11-23T10:00:00+09:00', ['succession.ask', ['reject']]])
  const reject = { ...key, choice: 'reject', reason: 'ご契約者とお話ししました。' } as const
  await fukuda.ask('consoleSuccessionPost', { body: reject })
  harness.clock.set('2026-11-20T10:01:00+09:00')
  await sql`update pgboss.job set start_after = now() where name = 'staff-decision' and state < 'active'`.execute(
    db,
  )
  await harness.drain()
  expect((await heir.call(api.successionGet)).state).toBe('rejected')
  expect(await codeOf(fukuda.ask('consoleQueueItemGet', { query: key }))).toBe('QUEUE_ITEM_GONE')
})

test('手続きの担当のほかは、承継の書類を取り出せず、記録も残らない', async () => {
  const { deceased, orderNo: ref } = await submitted()
  const ikeda = await harness.staff('ikeda')
  const query = { item: 'successions', ref, paper: 1 } as const
  expect(await codeOf(ikeda.ask('consoleSuccessionPaperGet', { query }))).toBe('ROLE_MISSING')
  expect(await noted(deceased.contractId)).toEqual([])
})

test('ご家族が取り下げるのと同じ時に承認しても、互いに待ち合って断られることはない', async () => {
  const { deceased, heir, orderNo } = await submitted()
  await readPapers(harness, orderNo)
  const sasaki = await harness.staff('sasaki')
  const key = { item: 'successions', ref: orderNo } as const
  const { ticketNo } = await fukuda.ask('consoleQueueTakePost', { body: key })
  const proposal = {
    operation: 'successionAccepted',
    ticketNo,
    reason: '戸籍を見ました。',
  } as const
  const body = { ...proposal, orderNo }
  const { approvalNo } = await fukuda.ask('consoleApprovalProposePost', { body })
  const waits = async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length > 0
  }
  // As a withdrawal goes: its row first, then the end of the contract's audit.
  const approved = await db.transaction().execute(async (tx) => {
    await sql`select 1 from succession where order_no = ${orderNo} for update`.execute(tx)
    const approving = sasaki.ask('consoleApprovalApprovePost', { body: { approvalNo } })
    approving.catch(() => undefined)
    await until('the approval waits for the row', waits)
    const who = { actor: 'member', accountId: heir.accountId, now: harness.clock.now() } as const
    const { contractId } = deceased
    await recordNote(tx, { ...who, contractId }, { action: 'succession-read', target: orderNo })
    return { approving }
  })
  expect((await approved.approving).state).toBe('executed')
})
