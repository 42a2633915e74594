import { afterAll, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { openBrowser, startCardPage } from '../api/applicants.ts'
import { billed } from '../api/debts.ts'
import { deviceDesk } from '../api/devices.ts'
import type { Harness } from '../api/harness.ts'
import { makeMember, setProfile } from '../api/members.ts'
import { operatorCommand } from '../api/operator-command.ts'
import { simDesk } from '../api/sim-orders.ts'
import { useHarness } from '../api/use-harness.ts'

// Each finding that waits for staff, from the list to the command that resolves it: it goes from list and metric.

const START = '2026-11-20T10:00:00+09:00'
const who = ['--who', '窓口 みどり']
const cardPage = await startCardPage()
afterAll(cardPage.close)
const harness = await useHarness(START, { CARD_UPDATE_URL: cardPage.url })
const device = await deviceDesk()

/** What the list names, and what the metric counts. */
async function waiting(of: Harness, name: string) {
  const lines = await operatorCommand(of, 'findings', name)
  const text = await createMetrics(of.services).text()
  const metric = new RegExp(`^portal_findings\\{finding="${name}"\\} (\\d+)$`, 'm').exec(text)?.[1]
  const refs = lines.slice(0, -1).map((line) => line.split('\t')[0])
  expect(Number(metric)).toBe(refs.length)
  return refs
}

test('確認を待つ申込みは、npm run applications で受け付けると、一覧からなくなる', async () => {
  const kana = { lastName: '林', lastNameKana: 'ハヤシ', firstNameKana: 'アイ' }
  const first = openBrowser(harness)
  await first.answerAll('lin1', { ...kana, firstName: '愛' })
  await first.submit()
  const second = openBrowser(harness)
  await second.answerAll('lin2', { ...kana, firstName: '亜衣' })
  const { orderNo } = await second.submit()
  expect(await waiting(harness, 'application-in-review')).toEqual([orderNo])
  expect(await operatorCommand(harness, 'applications')).toEqual([
    expect.stringContaining(`${orderNo}: namesake, since`),
  ])
  await operatorCommand(harness, 'applications', 'accept', orderNo, ...who)
  expect(await waiting(harness, 'application-in-review')).toEqual([])
  await harness.walkTo('2026-11-20T11:00:00+09:00')
  await second.signIn('lin2')
  expect((await second.call(api.applicationStatusGet)).state).toBe('accepted')
})

test('係に渡った本人確認は、npm run reviews で断ると、一覧からなくなり、注文は料金なしで終わる', async () => {
  const desk = simDesk(harness, 'reviewed')
  const member = await desk.member({ planCode: 20 })
  await setProfile(harness, member.accountId, { firstName: '花子', lastName: '髙橋' })
  const { orderNo } = await desk.orderLine(member.call, 'voice', 'nano')
  const call = await desk.again(member.loginId)
  const body = { orderNo, back: '/mypage/order.html?no=1' }
  const { startUrl } = await call(api.identityCheckPost, { body })
  const checkId = startUrl.split('/').at(-1) ?? ''
  await harness.services.identity.start(member.accountId, checkId)
  expect(await waiting(harness, 'identity-by-hand')).toEqual([checkId])
  expect((await operatorCommand(harness, 'reviews'))[0]).toContain(checkId)
  await operatorCommand(harness, 'reviews', 'refuse', checkId, '書類が見えません。', ...who)
  await desk.work()
  expect(await waiting(harness, 'identity-by-hand')).toEqual([])
  const order = await (await desk.again(member.loginId))(api.orderGet, { query: { orderNo } })
  expect(order.state).toBe('failed')
})

test('係が名前と書類を添えて認めた本人確認は、npm run reviews -- record で全項目を印刷でき、名前のない求めは断られる', async () => {
  const desk = simDesk(harness, 'recorded')
  const member = await desk.member({ planCode: 20 })
  await setProfile(harness, member.accountId)
  const { orderNo } = await desk.orderLine(member.call, 'voice', 'nano')
  const body = { orderNo, back: '/mypage/order.html?no=1' }
  const { startUrl } = await member.call(api.identityCheckPost, { body })
  const checkId = startUrl.split('/').at(-1) ?? ''
  const url = await harness.services.identity.start(member.accountId, checkId)
  const played = new URLSearchParams({ outcome: 'undocumented' })
  await fetch(url, { method: 'POST', redirect: 'manual', body: played })
  await harness.services.identity.finish(member.accountId, checkId)
  const refused = (...words: string[]) =>
    expect(operatorCommand(harness, 'reviews', ...words)).rejects
  await refused('approve', checkId).toThrow('Say --who <your name>')
  await refused('approve', checkId, '--who', '窓口 みどり').toThrow('has no document')
  const by = ['--who', '記録 あおい', '--checked-by', '窓口 みどり']
  const seen = ['--method', 'restricted_mail', '--document', 'residence_card']
  await operatorCommand(
    harness,
    'reviews',
    'approve',
    checkId,
    ...seen,
    '--number',
    'AB12345678CD',
    ...by,
  )
  await desk.work()
  const printed = await operatorCommand(
    harness,
    'reviews',
    'record',
    orderNo,
    '--who',
    '控え みずほ',
  )
  for (const line of [
    '書類の種類: 在留カード',
    '書類または電子証明書の番号: AB12345678CD',
    '確認した者: 担当者　窓口 みどり',
    '記録した者: 担当者　記録 あおい',
  ])
    expect(printed).toContain(line)
})

test('どのカードにも戻せない返金は、npm run refunds で振り込んだと書くと、一覧からなくなる', async () => {
  const { contractId } = await makeMember(harness, { loginId: 'refunded' })
  const billId = await billed(harness, contractId, { yen: -500, state: 'refund_refused' })
  expect(await waiting(harness, 'refund-refused')).toEqual([billId])
  expect((await operatorCommand(harness, 'refunds', 'transferred', billId, ...who)).at(-1)).toBe(
    'no refund waits for staff',
  )
  expect(await waiting(harness, 'refund-refused')).toEqual([])
})

test('端末の請求は、npm run claims で断ると、一覧からなくなる', async () => {
  const member = await device.registered()
  const { orderNo } = await device.claim(member)
  expect(await waiting(device.harness, 'device-claims')).toEqual([orderNo])
  await operatorCommand(device.harness, 'claims', 'refuse', orderNo, 'lost', ...who)
  await device.harness.drain()
  expect(await waiting(device.harness, 'device-claims')).toEqual([])
})
