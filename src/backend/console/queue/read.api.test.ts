import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { holder, openBrowser } from '#tests/api/applicants.ts'
import { api } from '#protocol/index.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { useApplicants } from '#tests/api/use-applicants.ts'

const harness = await useApplicants()
const { db } = harness.database
const fukuda = await harness.staff('fukuda')

/** What somebody of the staff has looked at, as it stands in the members' histories. */
const noted = async (action: string) =>
  (
    await sql<{ chain: string; staff: string; role: string }>`
      select chain, details ->> 'staff' as staff, details ->> 'role' as role from audit_entry where action = ${action}`.execute(
      db,
    )
  ).rows

test('申し込みの内容は、開いた人の名前を記録してから見せる。電話番号や住所は一覧に出ない', async () => {
  const first = openBrowser(harness)
  await first.answerAll('family1', { firstName: '愛', firstNameKana: 'アイ' })
  await first.submit()
  const browser = openBrowser(harness)
  await browser.answerAll('family2', { firstName: '亜衣', firstNameKana: 'アイ' })
  const { orderNo: ref } = await browser.submit()
  const key = { item: 'application-in-review', ref } as const
  const listed = await fukuda.ask('consoleQueueItemGet', { query: key })
  expect(JSON.stringify(listed)).not.toMatch(/亜衣|太子堂|09012345678/)
  expect(await noted('application-read')).toEqual([])
  const shown = await fukuda.ask('consoleApplicationReadPost', { body: key })
  expect(shown.holder).toEqual({
    name: '森 亜衣',
    kana: 'モリ アイ',
    birth: holder.birth,
    address: '東京都世田谷区太子堂1-2-3',
    phone: holder.phone,
  })
  expect(await noted('application-read')).toEqual([
    { chain: browser.account(), staff: fukuda.staffId, role: 'procedures' },
  ])
  const gone = { body: { ...key, ref: 'AP-none' } }
  expect(await codeOf(fukuda.ask('consoleApplicationReadPost', gone))).toBe('QUEUE_ITEM_GONE')
  const other = { body: { item: 'device-claims', ref } } as const
  expect(await codeOf(fukuda.ask('consoleApplicationReadPost', other))).toBe('QUEUE_ITEM_GONE')
})

test('本人確認は、読み取りで見比べたとおりの内容を見せる。手続きの担当のほかは開けない', async () => {
  const browser = openBrowser(harness)
  await browser.put({ step: 'plan', plan: 13, lines: 1, kinds: ['voice'] })
  await browser.signIn('compared')
  await browser.put({ step: 'holder', ...holder })
  for (let reading = 0; reading < 3; reading += 1) await browser.readDocument('mismatch')
  const { rows } = await fukuda.ask('consoleQueueGet', { query: { queue: 'identity' } })
  const row = rows.find(({ accountId }) => accountId === browser.account())
  expect(row?.facts).toMatchObject({ attempts: 3, fields: ['address'] })
  const key = { body: { item: 'identity-by-hand', ref: String(row?.ref) } } as const
  expect(await fukuda.ask('consoleIdentityReadPost', key)).toEqual({
    name: '森 葵',
    kana: 'モリ アオイ',
    birth: '1990-04-12',
    address: '東京都世田谷区太子堂1-2-3',
  })
  expect(await noted('identity-check-read')).toEqual([
    { chain: browser.account(), staff: fukuda.staffId, role: 'procedures' },
  ])
  const ikeda = await harness.staff('ikeda')
  expect(await codeOf(ikeda.ask('consoleIdentityReadPost', key))).toBe('ROLE_MISSING')
  expect(await noted('identity-check-read')).toHaveLength(1)
})

test('本人確認の内容を見たことは、受け持った件の番号とともに、会員のページに閲覧として出る', async () => {
  const browser = openBrowser(harness)
  await browser.put({ step: 'plan', plan: 13, lines: 1, kinds: ['voice'] })
  await browser.signIn('compared again')
  await browser.put({ step: 'holder', ...holder })
  for (let reading = 0; reading < 3; reading += 1) await browser.readDocument('mismatch')
  const { rows } = await fukuda.ask('consoleQueueGet', { query: { queue: 'identity' } })
  const ref = String(rows.find(({ accountId }) => accountId === browser.account())?.ref)
  const body = { item: 'identity-by-hand', ref } as const
  const { ticketNo } = await fukuda.ask('consoleQueueTakePost', { body })
  await fukuda.ask('consoleIdentityReadPost', { body })
  const [seen] = (await browser.call(api.recordAccessGet, { query: {} })).rows
  expect(seen).toMatchObject({
    kind: 'read',
    what: '担当者が本人確認の内容を見ました',
    role: 'procedures',
    reason: 'work',
    caseNo: ticketNo,
  })
})
