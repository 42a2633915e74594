import { describe, expect, test } from 'vitest'
import { openTicket } from '#backend/contact/public.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { startLeavers } from '#tests/api/leavers.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { rowsOf } from '#tests/api/rows.ts'

const { harness, makeOne } = await startLeavers('letter')

/** A letter that has come in, with the day of its postmark. */
async function letterOf(accountId: string, postedOn: string | undefined) {
  const { database, services, clock } = harness
  const { ticket_no: ticketNo } = await database.db.transaction().execute((tx) =>
    openTicket(
      tx,
      services,
      { actor: 'staff', staffId: 'stf_1', role: 'desk', accountId, now: clock.now() },
      {
        channel: postedOn === undefined ? 'telephone' : 'letter',
        reason: 'contact',
        topic: 'procedure',
        accountId,
        ...(postedOn !== undefined && { postedOn: tokyoDate(postedOn) }),
      },
    ),
  )
  return ticketNo
}

describe('初期契約解除の書面', () => {
  test('消印が8日間のうちなら、届いたのが過ぎたあとでも、消印の日に解除される', async () => {
    const member = await makeOne({ startedOn: '2026-11-16' })
    harness.clock.set('2026-11-25T10:00:00+09:00')
    const ticketNo = await letterOf(member.accountId, '2026-11-23')
    const fukuda = await harness.staff('fukuda')
    const { acts } = await fukuda.ask('consoleTicketGet', { query: { ticketNo } })
    expect(acts).toContain('cancelByLetter')
    const taken = await fukuda.ask('consoleTicketLetterPost', { body: { ticketNo } })
    expect(taken.effectiveOn).toBe('2026-11-23')
    const events = await rowsOf(harness, 'order_event', ['event', 'staff_id', 'case_no'], {
      order_no: taken.orderNo,
    })
    expect(events).toEqual([{ event: 'submitted', staff_id: fukuda.staffId, case_no: ticketNo }])
    await harness.drain()
    const [contract] = await rowsOf(harness, 'contract', ['status', 'ends_on'], {
      contract_id: member.contractId,
    })
    expect(contract).toEqual({ status: 'initial_cancelled', ends_on: '2026-11-23' })
    const again = fukuda.ask('consoleTicketLetterPost', { body: { ticketNo } })
    expect(await codeOf(again)).toMatch(/INITIAL_CANCEL_SUBMITTED|CONTRACT_ENDED/)
  })

  test('消印が8日間を過ぎていれば断り、消印の日のない件と、担当でない役割では受け付けない', async () => {
    const member = await makeOne({ startedOn: '2026-11-16' })
    harness.clock.set('2026-11-25T10:00:00+09:00')
    const fukuda = await harness.staff('fukuda')
    const late = await letterOf(member.accountId, '2026-11-24')
    const takeIn = (ticketNo: string) =>
      codeOf(fukuda.ask('consoleTicketLetterPost', { body: { ticketNo } }))
    expect(await takeIn(late)).toBe('INITIAL_CANCEL_PERIOD_OVER')
    expect(await takeIn(await letterOf(member.accountId, undefined))).toBe('LETTER_WITHOUT_DATE')
    const yamamoto = await harness.staff('yamamoto')
    const asked = yamamoto.ask('consoleTicketLetterPost', { body: { ticketNo: late } })
    expect(await codeOf(asked)).toBe('ROLE_MISSING')
    expect(
      await rowsOf(harness, 'procedure_order', ['order_no'], { contract_id: member.contractId }),
    ).toEqual([])
  })
})
