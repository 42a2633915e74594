import { expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { billed } from '#tests/api/debts.ts'
import { makeMember, putCard } from '#tests/api/members.ts'
import { openPages } from '#tests/api/pages.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const harness = await useHarness('2026-11-01T07:00:00+09:00')
const browse = await openPages(harness)
const path = '/mypage/billing/pay.html'

async function stopped(loginId: string) {
  harness.clock.set('2026-11-01T07:00:00+09:00')
  const member = await makeMember(harness, { loginId })
  await putCard(harness, member.contractId, 'insufficient-funds')
  await billed(harness, member.contractId, { month: '2026-10' })
  await collect('2026-11', ['07T10', '10T10', '13T10', '30T23'])
  return member
}

async function collect(month: string, hours: readonly string[]) {
  for (const at of hours) {
    harness.clock.set(`${month}-${at}:00:00+09:00`)
    await runTasks(harness, 'overdue', 'collection')
  }
}

test('止められた会員は、断られた理由を読み、カードを変えて支払うと、すぐに再開する', async () => {
  const { contractId } = await stopped('stopped')
  const visitor = browse(await harness.signIn('stopped'))
  const list = await visitor.open(path)
  expect(list.text).toContain('2026年10月分')
  expect(list.text).toContain('1,191円')
  expect(list.text).toContain('2026年12月31日（木）までにお支払いがないとき')

  const [address = ''] = /\/mypage\/billing\/pay\.html\?bill=[^"]+/.exec(list.html) ?? []
  const confirm = await visitor.open(address.replaceAll('&amp;', '&'))
  expect(confirm.text).toContain('お支払いが済むと、すぐに再開します')
  const refused = await confirm.press('を支払う')
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('利用できる金額を超えているため')

  await putCard(harness, contractId)
  const done = await refused.press('を支払う')
  expect(done.text).toContain('お支払いが完了しました')
  expect(done.text).toContain('ご利用を再開しました')
  expect((await visitor.open(done.url.href)).text).toContain('お支払いが完了しました')
  expect((await visitor.open(path)).text).toContain('お支払いが必要な料金はありません')
})

test('2か月分の未払いは、合計のボタン1つで支払え、完了は何も残っていないと分かる', async () => {
  const { contractId } = await stopped('owes-two')
  harness.clock.set('2026-12-01T07:00:00+09:00')
  await billed(harness, contractId, { month: '2026-11', yen: 3356 })
  await collect('2026-12', ['07T10', '10T10', '13T10'])
  const visitor = browse(await harness.signIn('owes-two'))
  const list = await visitor.open(path)
  expect(list.primary).toEqual(['2か月分をまとめて支払う'])
  // It is stopped already: the second month announces no other stop than the one that would follow.
  expect(list.text).toContain(
    '停止しています。再開したあと、2026年12月31日（木）23:00までにこの月のお支払いがないと、もう一度停止します',
  )
  await putCard(harness, contractId)
  const confirm = await list.follow('2か月分をまとめて支払う')
  expect(confirm.text).toMatch(/2か月分の料金お支払い4,547円/)
  const done = await confirm.press('4,547円を支払う')
  expect(done.text).toContain('お支払いが完了しました')
  expect(done.text).toContain('4,547円')
  expect(done.text).toContain('2026年10月分 1,191円、2026年11月分 3,356円')
  expect(done.text).toContain('ご利用を再開しました')
  expect(done.text).not.toContain('残りを支払う')
  const top = await visitor.open('/mypage/top.html')
  expect(top.text).toContain('お支払い・回線に問題はありません')
})

test('1か月分だけ支払うと、完了が残りの金額と支払う先を言い、再開した回線に「再開すると」とは言わない', async () => {
  const { contractId } = await stopped('pays-one')
  harness.clock.set('2026-12-01T07:00:00+09:00')
  await billed(harness, contractId, { month: '2026-11', yen: 3356 })
  await collect('2026-12', ['07T10', '10T10', '13T10'])
  await putCard(harness, contractId)
  const visitor = browse(await harness.signIn('pays-one'))
  const list = await visitor.open(path)
  const confirm = await list.follow('この月だけ支払う（2026年10月分）')
  const done = await confirm.press('を支払う')
  expect(done.text).toContain('ご利用を再開しました')
  expect(done.text).toContain('お支払いが必要な料金が、ほかに3,356円あります')
  const top = await visitor.open('/mypage/top.html')
  expect(top.text).toContain('お支払いの確認ができていません（3,356円）')
  expect(top.text).toContain('データチャージは、料金のお支払いが済むと購入できます。')
  expect(top.text).not.toContain('再開すると')
})

test('料金のページは、支払いが確認できていない合計と支払う入口から始まり、済めばなくなる', async () => {
  const { contractId } = await stopped('owing')
  const visitor = browse(await harness.signIn('owing'))
  const billing = await visitor.open('/mypage/billing/top.html')
  expect(billing.text).toMatch(
    /料金・請求\s*お支払いが確認できていない料金\s*1,191円\s*2026年10月分\s*内容を確認して支払う/,
  )
  expect((await visitor.open('/mypage/billing/2026-10.html')).text).toContain(
    '2026年11月7日（土）にカードへ請求できませんでした',
  )
  await putCard(harness, contractId)
  const list = await visitor.open(path)
  const [address = ''] = /\/mypage\/billing\/pay\.html\?bill=[^"]+/.exec(list.html) ?? []
  const confirm = await visitor.open(address.replaceAll('&amp;', '&'))
  await confirm.press('を支払う')
  expect((await visitor.open('/mypage/billing/top.html')).text).not.toContain('確認できていない')
})

test('未払いのあるあいだカードを替えても、自動では請求しないことと、いま支払う入口がカードの画面にある', async () => {
  await stopped('new-card')
  const visitor = browse(await harness.signIn('new-card'))
  const card = await visitor.open('/mypage/billing/card.html?card=changed')
  expect(card.text).toContain('未払いの料金が1,191円あります')
  expect(card.text).toContain('カードを変更しても、自動では請求しません。')
  const pay = await card.follow('いま支払う')
  expect(pay.text).toContain('1,191円')
})

test('カードの画面は、登録の内容と変更の入口を示す', async () => {
  const visitor = browse(await makeMember(harness, { loginId: 'cardholder' }))
  const card = await visitor.open('/mypage/billing/card.html?card=changed')
  expect(card.text).toContain('カードを変更しました')
  expect(card.text).toContain('**** **** **** 4242')
  const back = await visitor.open('/mypage/billing/card.html?card=cancelled')
  expect(back.text).toContain('カードは変更していません')
})

test('未払いで終わったご契約のほかの月には、再開するとも、これから解除するとも言わない', async () => {
  const { contractId } = await stopped('ended-owing-two')
  harness.clock.set('2026-12-01T07:00:00+09:00')
  await billed(harness, contractId, { month: '2026-11', yen: 3356 })
  await collect('2026-12', ['07T10', '10T10', '13T10'])
  await collect('2027-01', ['01T00'])
  const list = await browse(await harness.signIn('ended-owing-two')).open(path)
  expect(list.text).toContain('2026年10月分 未払い（契約解除）')
  expect(list.text).toContain('2026年11月分 未払い')
  expect(list.text).not.toMatch(/再開します|ご契約の解除/u)
})

test('解約で終わったご契約に残った請求にも、停止や再開、解除のことは言わない', async () => {
  harness.clock.set('2026-11-01T07:00:00+09:00')
  const { contractId } = await makeMember(harness, { loginId: 'left-owing' })
  await putCard(harness, contractId, 'insufficient-funds')
  await billed(harness, contractId, { month: '2026-10' })
  await collect('2026-11', ['07T10', '10T10', '13T10'])
  const { call } = await harness.signIn('left-owing')
  const { conditions } = await call(api.simCancelPaymentGet)
  await call(api.simCancelReservePost, { body: { conditions, agreed: true } })
  await collect('2026-11', ['30T23'])
  harness.clock.set('2026-12-01T00:00:00+09:00')
  await runTasks(harness, 'cancellations due', 'cancellations waiting')
  await harness.drain()
  const list = await browse(await harness.signIn('left-owing')).open(path)
  expect(list.text).toContain('2026年10月分')
  expect(list.text).toContain('今すぐ支払う')
  expect(list.text).not.toMatch(/再開します|停止|ご契約の解除/u)
})
