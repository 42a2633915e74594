import { expect, test } from 'vitest'
import { makeMember } from './members.ts'
import { openPages } from './pages.ts'
import { runTasks } from './tasks.ts'
import { useHarness } from './use-harness.ts'

// A gift of data on the screens of both sides. Its rules: src/backend/gift; how the screens look: tests/e2e/gift.e2e.ts.

const harness = await useHarness('2026-11-28T10:00:00+09:00')
const browse = await openPages(harness)
for (const loginId of ['giver', 'taker'])
  await makeMember(harness, { loginId, startedOn: '2026-10-01' })
await runTasks(harness, 'usage and ledger')
const pagesOf = async (loginId: string) => browse(await harness.signIn(loginId))

const list = '/mypage/data/gift.html'
let code = ''

test('贈る方は、量を選ばずには進めず、300 MBを贈り、伝えるコードを受け取る', async () => {
  const usage = await (await pagesOf('giver')).open('/mypage/data/usage.html')
  const gifts = await usage.follow('データを贈る・受け取る')
  expect(gifts.heading).toBe('データを贈る・受け取る')
  expect(gifts.text).toContain('いま贈れる量')
  expect(gifts.text).toContain('贈ったデータは、まだありません')
  const form = await gifts.follow('データを贈る')
  const wrong = await form.press('確認へ進む', { nickname: 'けんいち' })
  expect(wrong.text).toContain('贈る量を選んでください。')
  expect(wrong.valueOf('nickname')).toBe('けんいち')
  const confirm = await wrong.press('確認へ進む', { megabytes: '300' })
  expect(confirm.heading).toBe('贈る内容の確認')
  expect(confirm.text).toContain('300 MBを贈ります')
  expect(confirm.text).toContain('300 MB・2026年12月31日（木）24:00まで')
  const given = await confirm.press('300 MBを贈る')
  expect(given.text).toContain('データを贈りました。')
  code = /[1-9]\d{3}-\d{4}/.exec(given.text)?.[0] ?? ''
  expect(code).not.toBe('')
})

test('受け取る方は、違うコードでは受け取れず、正しいコードで受け取り、期限つきの束が見える', async () => {
  const browser = await pagesOf('taker')
  const form = await browser.open(`${list}?take=1`)
  const wrong = await form.press('受け取る', { giftCode: '1234' })
  expect(wrong.fieldErrors).toEqual(['ギフトのコードを、8桁の数字で入力してください。'])
  expect(wrong.valueOf('giftCode')).toBe('1234')
  const taken = await wrong.press('受け取る', { giftCode: code })
  expect(taken.text).toContain('データを受け取りました。')
  expect(taken.text).toContain('けんいちさんから')
  const usage = await browser.open('/mypage/data/usage.html')
  expect(usage.text).toContain('データギフト（11月28日）')
})

test('贈った方にも受け取られたことが見え、取り消しはなくなる。次のギフトは取り消せる', async () => {
  const browser = await pagesOf('giver')
  const gifts = await browser.open(list)
  expect(gifts.text).toContain('受け取り済み')
  expect(gifts.buttons.join()).not.toContain('取り消す')
  const query = new URLSearchParams({ give: 'confirm', megabytes: '100', nickname: 'けんいち' })
  const given = await (await browser.open(`${list}?${query}`)).press('100 MBを贈る')
  const undone = await given.press('取り消す（100 MBのギフト）')
  expect(undone.text).toContain('ギフトを取り消しました。')
})
