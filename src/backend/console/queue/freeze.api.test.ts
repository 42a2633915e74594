import { expect, test } from 'vitest'
import { makeMember } from '#tests/api/members.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const harness = await useHarness()
const kato = await harness.staff('kato')

/** The record is opened out of a case of the member's, for the case's own reason. */
async function openRecord(accountId: string) {
  const { ticketNo } = await kato.ask('consoleTicketPost', {
    body: {
      channel: 'internal',
      reason: 'safety',
      topic: 'line',
      text: '不審な通信があると連絡を受けました。',
      accountId,
    },
  })
  const opened = { ticket: ticketNo, account: accountId, reason: 'safety' } as const
  return (await kato.ask('consoleGrantPost', { body: opened })).grant
}

test('不正対策の担当は、記録を開いた会員の回線をひとりで止められ、止めた回線は行列に残る', async () => {
  const { accountId, contractId, lineIds } = await makeMember(harness, { loginId: 'frozen' })
  const lineId = lineIds[0] ?? ''
  const grant = await openRecord(accountId)
  const body = { grant, lineId }
  expect(await kato.ask('consoleLineFreezePost', { body })).toEqual({
    lineId,
    at: '2026-11-20T10:00:00+09:00',
  })
  expect(await codeOf(kato.ask('consoleLineFreezePost', { body }))).toBe('ALREADY_SUSPENDED')
  const { rows } = await kato.ask('consoleQueueGet', { query: { queue: 'hold' } })
  expect(rows).toMatchObject([
    {
      item: 'line-frozen',
      ref: lineId,
      contractId,
      since: '2026-11-20T10:00:00+09:00',
      ifLeft: '会員はこの回線を使えないままです。',
      facts: { state: 'suspended' },
    },
  ])
})

test('ほかの会員の回線は止められず、受付の担当には止める操作がない', async () => {
  const { accountId } = await makeMember(harness, { loginId: 'own' })
  const { lineIds } = await makeMember(harness, { loginId: 'other' })
  const grant = await openRecord(accountId)
  const body = { grant, lineId: lineIds[0] ?? '' }
  expect(await codeOf(kato.ask('consoleLineFreezePost', { body }))).toBe('NOT_FOUND')
  const yamamoto = await harness.staff('yamamoto')
  expect(await codeOf(yamamoto.ask('consoleLineFreezePost', { body }))).toBe('ROLE_MISSING')
})
