import { expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { appOver } from '#tests/api/app.ts'
import { notify } from '#tests/api/phones.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const harness = await useHarness()
const app = appOver(harness.services)

const open = (noticeId: string, secret?: string) =>
  app.request(`http://localhost:3000/mypage/notice/open?id=${encodeURIComponent(noticeId)}`, {
    headers: { ...(secret && { Cookie: `sid=${secret}` }), 'Sec-Fetch-Site': 'none' },
  })

test('プッシュ通知を押すと、できることのある画面が開き、そのお知らせは既読になる', async () => {
  const { accountId, call, secret } = await harness.signIn('taps')
  await notify(harness, accountId)
  const noticeId = (await call(api.noticesGet, { query: {} })).rows[0]?.noticeId ?? ''
  const answer = await open(noticeId, secret)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/mypage/data/charge.html'])
  expect((await call(api.noticesGet, { query: {} })).unread).toBe(0)
})

test('ログインしていなければ、ログインしてから同じところへ進む', async () => {
  const answer = await open('ntc_x')
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    '/auth/login?back=%2Fmypage%2Fnotice%2Fopen%3Fid%3Dntc_x',
  ])
})

test('ほかの会員のお知らせは開かず、既読にもせず、ご自分のお知らせの一覧へ進む', async () => {
  const owner = await harness.signIn('owns')
  await notify(harness, owner.accountId)
  const noticeId = (await owner.call(api.noticesGet, { query: {} })).rows[0]?.noticeId ?? ''
  const { secret } = await harness.signIn('other')
  for (const id of [noticeId, 'x'.repeat(3000), "'; --"]) {
    const answer = await open(id, secret)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/mypage/notices.html'])
  }
  expect((await owner.call(api.noticesGet, { query: {} })).unread).toBe(1)
})
