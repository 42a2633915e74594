import { expect, test } from 'vitest'
import { useHarness } from '#tests/api/use-harness.ts'
import { makeMember } from '#tests/api/members.ts'
import { openPages } from '#tests/api/pages.ts'

const harness = await useHarness()
const browse = await openPages(harness)

const path = '/mypage/plan/change.html'
const confirm = (plan: number) => `${path}?step=confirm&plan=${plan}`
const book = 'この内容で変更を予約する'

test('2つのタブで続けて予約すると、あとの完了に、置き換わった予約の名前が出る', async () => {
  const visitor = browse(await makeMember(harness, { loginId: 'two-tabs', planCode: 20 }))
  const [first, second] = [await visitor.open(confirm(30)), await visitor.open(confirm(40))]
  const booked = await first.press(book)
  expect(booked.text).not.toContain('置き換わりました')
  const replaced = await second.press(book)
  expect(replaced.title).toBe('データ容量の変更の受付')
  expect(replaced.text).toContain(
    '「データ容量の変更（10GBから20GBへ）」の予約は、この予約に置き換わりました。',
  )
  const old = await visitor.open(booked.url.href)
  expect(old.text).not.toContain('置き換わりました。')
})

test('予約を取り消した完了は、受付ではなく取り消しと言う', async () => {
  const visitor = browse(await makeMember(harness, { loginId: 'undoing', planCode: 20 }))
  await (await visitor.open(confirm(30))).press(book)
  harness.clock.set('2026-11-20T11:05:00+09:00')
  const again = browse(await harness.signIn('undoing'))
  const undo = await (await again.open(path)).follow('予約を取り消す')
  const done = await undo.press('予約を取り消す')
  expect(done.title).toBe('データ容量変更の取り消し')
  expect(done.text).toContain('データ容量の変更（10GBから20GBへ）を取り消しました')
  expect(done.text).toContain('取り消した日時2026年11月20日（金）11:05')
  expect(done.text).not.toContain('受け付けました')
})
