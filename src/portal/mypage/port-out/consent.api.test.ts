import { expect, test } from 'vitest'
import { useHarness } from '#tests/api/use-harness.ts'
import { makeMember } from '#tests/api/members.ts'
import { handOff } from '#tests/api/one-stop.ts'
import { openPages } from '#tests/api/pages.ts'

const harness = await useHarness()
const browse = await openPages(harness)

test('同意したあとで戻ると、エラーではなく、受け付けたことと移転先へ戻る道が出る', async () => {
  const lines = [{ number: '07000008801' }]
  const member = await makeMember(harness, { loginId: 'consenting', lines })
  const { token, returnUrl } = await handOff(harness, '07000008801')
  const visitor = browse(member)
  const address = `/mypage/portout/consent.html?${new URLSearchParams({ token, return_url: returnUrl })}`
  const done = await (await visitor.open(address)).press('同意する', { agreed: 'yes' })
  expect(done.text).toContain('同意を受け付けました')

  await harness.drain()
  const back = await visitor.open(address)
  expect(back.status).toBe(200)
  expect(back.text).toContain('同意を受け付けました')
  expect(back.buttons).toEqual([])
  const left = await back.follow('移転先の画面に戻る')
  expect(left.leadsTo).toBe(`${returnUrl}?result=consented`)
})
