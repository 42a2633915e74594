import { expect, test } from 'vitest'
import { makeMember } from '#tests/api/members.ts'
import { openPages } from '#tests/api/pages.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const harness = await useHarness('2026-11-20T10:00:00+09:00')
const browse = await openPages(harness)

test('転送先は、この回線の番号なら入力の欄の横で断り、確認の画面のアドレスに番号を残さない', async () => {
  const lines = [{ number: '07000008802' }]
  const member = await makeMember(harness, { loginId: 'forwarder', lines })
  const visitor = browse(member)
  const address = `/mypage/option.html?${new URLSearchParams({ optionCode: 'forwarding', lineId: member.lineIds[0] ?? '' })}`
  const input = await visitor.open(address)
  const own = await input.press('内容を確認する', { forwardTo: '070-0000-8802' })
  expect(own.fieldErrors).toEqual(['この回線とは別の電話番号を入力してください。'])
  expect(own.buttons).toContain('内容を確認する')

  const confirm = await own.press('内容を確認する', { forwardTo: '090-0000-9991' })
  expect(confirm.text).toContain('転送先090-0000-9991')
  for (const page of [own, confirm]) expect(page.url.href).not.toMatch(/8802|9991/)
  const done = await confirm.press('この内容で申し込む', { agreed: 'yes' })
  expect(done.status).toBe(200)
  expect(done.url.searchParams.get('done')).not.toBeNull()
})

test('転送先の番号は、申し込むまではブラウザーに控えられ、申し込んだあとは残らない', async () => {
  const lines = [{ number: '07000008803' }]
  const member = await makeMember(harness, { loginId: 'forgetful', lines })
  const visitor = browse(member)
  const address = `/mypage/option.html?${new URLSearchParams({ optionCode: 'forwarding', lineId: member.lineIds[0] ?? '' })}`
  const input = await visitor.open(address)
  const confirm = await input.press('内容を確認する', { forwardTo: '090-0000-9991' })
  expect(visitor.cookies()).toContain('option_answers')
  const unread = await confirm.press('この内容で申し込む')
  expect(unread.status).toBe(400)
  expect(visitor.cookies()).toContain('option_answers')
  await confirm.press('この内容で申し込む', { agreed: 'yes' })
  expect(visitor.cookies()).not.toContain('option_answers')
})
