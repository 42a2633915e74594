import { expect, test } from 'vitest'
import { bookSize } from '#tests/api/sizes.ts'
import { makeMember } from '#tests/api/members.ts'
import { memberWithPhone, phonesOf } from '#tests/api/phones.ts'
import { noticeTitles } from '#tests/api/notices.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const harness = await useHarness('2026-11-20T10:00:00+09:00')
const phones = phonesOf(harness)
const title = '予約の取り消しは、まもなく締め切ります'

/** A size that can be taken back until 12:00 on the 29th, booked by somebody with a phone. */
async function booked(loginId: string, at: string) {
  harness.clock.set(at)
  const { phone } = await memberWithPhone(harness, loginId, { withDetails: true })
  const member = { ...(await makeMember(harness, { loginId, planCode: 13 })), loginId }
  await bookSize(member, 18)
  return { ...member, phone }
}

async function at(time: string) {
  harness.clock.set(time)
  await runTasks(harness, 'limits of undoing near')
  await harness.drain()
}

test('取り消せる期限の前の日に、端末とお知らせで1回だけ知らせる。メールは送らない', async () => {
  const { accountId, phone } = await booked('undo', '2026-11-20T10:00:00+09:00')
  await at('2026-11-28T11:00:00+09:00')
  expect(await noticeTitles(harness, accountId)).not.toContain(title)
  await at('2026-11-28T12:00:00+09:00')
  await at('2026-11-28T12:00:00+09:00')
  await at('2026-11-28T13:00:00+09:00')
  const shown = (await phones.received(phone.id)).map(({ words }) => words)
  expect(shown.filter((words) => words.title === title).map(({ body }) => body)).toEqual([
    '「データ容量の変更（3GBから8GBへ）」は、11月29日（日）12:00まで取り消せます。',
  ])
  const mails = await rowsOf(harness, 'mail_message', ['subject'], { account_id: accountId })
  expect(mails.map(({ subject }) => subject)).not.toContain(title)
})

test('予約したばかりの人には知らせない', async () => {
  const fresh = await booked('fresh', '2026-11-27T13:00:00+09:00')
  await at('2026-11-28T12:00:00+09:00')
  expect(await noticeTitles(harness, fresh.accountId)).not.toContain(title)
})
