import { expect, test } from 'vitest'
import { DoneSheet } from '#portal/mypage/flow/done.tsx'
import { loadDone } from '#portal/mypage/flow/load-done.ts'
import { api } from '#protocol/index.ts'
import { share, startLeavers } from '#tests/api/leavers.ts'
import { screenText } from '#tests/screen-text.ts'

const { makeOne, cancel } = await startLeavers('receipt')

test('解約の控えは、回線の解約ではどの回線かを名前と番号で言い、ご契約の解約では回線を挙げない', async () => {
  const member = await makeOne({ ...share, lines: [{ number: '08011112222' }, {}, {}] })
  const [first = ''] = member.lineIds
  await member.call(api.lineNicknamePut, { body: { lineId: first, nickname: '母のスマホ' } })
  const receiptOf = async (lineIds?: string[]) => {
    const { orderNo } = await cancel(member, lineIds)
    const { done } = await loadDone(member.call, new URL('http://localhost/'), orderNo)
    return screenText(DoneSheet, { done })
  }
  expect(await receiptOf([first])).toMatch(/対象の回線\s+母のスマホ（ 080-1111-2222 ）/)
  expect(await receiptOf()).not.toContain('対象の回線')
})
