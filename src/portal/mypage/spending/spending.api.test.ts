import { beforeEach, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { makeMember } from '#tests/api/members.ts'
import { openPages } from '#tests/api/pages.ts'

const START = '2026-11-20T10:00:00+09:00'

const harness = await useHarness(START)
const browse = await openPages(harness)
beforeEach(() => harness.clock.set(START))

const path = '/mypage/billing/limit.html'

test('上限を決め、足りない金額は打った値を残して理由が分かり、なくすこともできる', async () => {
  const member = await makeMember(harness, { loginId: 'limit' })
  const visitor = browse(member)
  const page = await visitor.open(path)
  expect(page.text).toContain('上限は決めていません')
  const wrong = await page.press('上限を決める', { limitYen: '３０' })
  expect(wrong.status).toBe(400)
  expect(wrong.text).toContain('上限の金額を、500円から100,000円までの数字で入力してください。')
  expect(wrong.html).toContain('value="３０"')

  const set = await wrong.press('上限を決める', { limitYen: '１，０００円' })
  expect(set.text).toContain('料金の上限を1,000円にしました')
  expect(set.text).toContain('上限の1,000円のうち、0円')
  const gone = await set.press('上限をなくす')
  expect(gone.text).toContain('料金の上限をなくしました')
})

test('チャージの画面は、上限を超える量を理由つきで示し、上限を変えると元の画面に戻れる', async () => {
  const member = await makeMember(harness, { loginId: 'beyond' })
  await member.call(api.spendingLimitPut, { body: { limitYen: 700 } })
  const visitor = browse(member)
  const choose = await visitor.open('/mypage/data/charge.html')
  expect(choose.text).toContain('料金の上限を超えるため、購入できません')
  const refused = await visitor.open('/mypage/data/charge.html?step=confirm&packId=1gb')
  expect(refused.text).toContain('料金の上限（700円）を超えるため、購入できません。')
  expect(refused.text).not.toContain('円で購入する')

  await member.call(api.highSpeedCouponPost, { body: { packId: '500mb', priceYen: 660 } })
  const closed = await visitor.open('/mypage/data/charge.html')
  expect(closed.text).toContain('いまはチャージできません')
  const settings = await visitor.open(`${path}?back=%2Fmypage%2Fdata%2Fcharge.html`)
  const raised = await settings.press('上限を変える', { limitYen: '2000' })
  expect(raised.text).toContain('元の画面に戻る')
})

test('自動データチャージは、1回の料金と1か月の最大とやめ方を見て設定し、1回押すとやめられる', async () => {
  const member = await makeMember(harness, { loginId: 'auto' })
  const visitor = browse(member)
  const page = await visitor.open(path)
  const body = { packId: '100mb', atBytes: '500000000', timesAMonth: '3' }
  const tooHigh = await page.press('確認に進む', body)
  expect(tooHigh.text).toContain('チャージする量より多い残量は選べません。')
  const confirm = await tooHigh.press('確認に進む', { ...body, packId: '500mb' })
  expect(confirm.text).toContain('1回（税込）660円')
  expect(confirm.text).toContain('1か月の最大（税込）1,980円')
  expect(confirm.text).toContain('設定すると、1時間以内に1回目を購入します')
  const unagreed = await confirm.press('この内容で設定する')
  expect(unagreed.text).toContain('内容を確認し、同意にチェックを入れてください。')
  const done = await unagreed.press('この内容で設定する', { agreed: 'yes' })
  expect(done.text).toContain('自動データチャージを設定しました')

  const settings = await visitor.open(path)
  expect(settings.text).toContain('0回購入・あと3回まで')
  const ended = await settings.press('自動データチャージをやめる')
  expect(ended.text).toContain('自動データチャージをやめました')
  expect((await visitor.open(done.url.href)).text).toContain('いまは設定されていません')
})
