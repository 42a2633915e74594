import { expect, test } from 'vitest'
import { openTicket } from '#backend/contact/public.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { makeMember } from '#tests/api/members.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const START = '2026-11-20T10:00:00+09:00'
const harness = await useHarness(START)

/** A case of a request by law, with the record opened out of it by who looks after personal data. */
async function legalCase() {
  const { database, services, clock } = harness
  const member = await makeMember(harness, { loginId: 'by-law', lines: [{}] })
  const { accountId } = member
  const who = {
    actor: 'staff',
    staffId: 'stf_1',
    role: 'lead',
    accountId,
    now: clock.now(),
  } as const
  const { ticket_no: ticketNo } = await database.db.transaction().execute((tx) =>
    openTicket(tx, services, who, {
      channel: 'letter',
      postedOn: tokyoDate('2026-11-19'),
      reason: 'legal',
      topic: 'other',
      accountId,
    }),
  )
  return { member, ticketNo }
}

test('通話の明細は、法令の書面を1人が示し責任者が承認したときだけ、その1つが24時間だけ見え、会員の記録に残る', async () => {
  const { member, ticketNo } = await legalCase()
  const matsumoto = await harness.staff('matsumoto')
  const body = { ticket: ticketNo, account: member.accountId }
  const { grant } = await matsumoto.ask('consoleGrantPost', { body })
  const lineId = member.lineIds[0] ?? ''
  const calls = () =>
    codeOf(
      matsumoto.ask('consoleCallsGet', {
        query: { grant, lineId, from: '2026-11-01', to: '2026-11-20' },
      }),
    )
  expect(await calls()).toBe('PART_NOT_SHOWN')
  const asked = {
    operation: 'secretsOpened',
    ticketNo,
    reason: '捜索差押許可状による照会',
    part: 'calls',
    paper: '東京地方裁判所 2026年11月19日 第123号',
  } as const
  const yamamoto = await harness.staff('yamamoto')
  expect(await codeOf(yamamoto.ask('consoleApprovalProposePost', { body: asked }))).toBe(
    'ROLE_MISSING',
  )
  await harness.staff('sasaki')
  const { approvalNo } = await matsumoto.ask('consoleApprovalProposePost', { body: asked })
  expect(await calls()).toBe('PART_NOT_SHOWN')
  expect(
    await codeOf(matsumoto.ask('consoleApprovalApprovePost', { body: { approvalNo } })),
  ).toMatch(/ROLE_MISSING|APPROVAL_SAME_PERSON/)
  const sasaki = await harness.staff('sasaki')
  await sasaki.ask('consoleApprovalApprovePost', { body: { approvalNo } })
  expect(await calls()).toMatch(/^answered/)
  expect(await codeOf(matsumoto.ask('consoleDailyUseGet', { query: { grant, lineId } }))).toBe(
    'PART_NOT_SHOWN',
  )
  const seen = await rowsOf(harness, 'access_read', ['what'], { grant_id: grant })
  expect(seen).toEqual([{ what: 'calls' }])
  harness.clock.set('2026-11-21T10:00:00+09:00')
  const nextDay = await harness.staff('matsumoto')
  const again = await nextDay.ask('consoleGrantPost', { body })
  expect(again.parts.map(({ part }) => part)).not.toContain('calls')
})
