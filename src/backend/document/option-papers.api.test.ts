import { afterEach, expect, test } from 'vitest'
import { documentContent } from '#backend/pdf/content.ts'
import { api } from '#protocol/index.ts'
import { printedRows } from '#tests/api/demo-facts.ts'
import { makeMember } from '#tests/api/members.ts'
import { signedInAgain } from '#tests/api/option-members.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { joinVoice, leaveVoice } from '#tests/api/switched-options.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { documentAad } from './rows.ts'

const START = '2026-11-11T10:00:00+09:00'
const harness = await useHarness(START, {}, { prints: true })
afterEach(() => harness.clock.set(START))

async function makeOne(loginId: string) {
  const member = await makeMember(harness, { loginId, lines: [{ number: '09012345678' }] })
  await runTasks(harness, 'documents missing')
  return { ...member, loginId, lineId: member.lineIds[0] ?? '' }
}

/** Once an hour, and one hour is worked twice. */
async function issuePapers() {
  await runTasks(harness, 'documents of changes')
  await runTasks(harness, 'documents of changes')
  await harness.drain()
}

async function papersOf(contractId: string) {
  const columns = ['doc_id', 'order_no', 'content_sealed'] as const
  const rows = await rowsOf(
    harness,
    'contract_document',
    columns,
    { contract_id: contractId },
    'version',
  )
  return rows.map(({ doc_id: docId, order_no: orderNo, content_sealed: sealed }) => {
    const text = harness.services.sealing.open(documentAad.content(docId), sealed)
    const content = documentContent.parse(JSON.parse(text))
    return {
      orderNo,
      change: printedRows(content, '変更の内容'),
      monthly: Object.keys(printedRows(content, '毎月の料金')),
    }
  })
}

test('あとから申し込んだオプションは変更の書面になり、解約すると、ない内容の書面になる', async () => {
  const member = await makeOne('joiner')
  const joined = await joinVoice(member, 'tenMinuteCalls')
  await harness.drain()
  await issuePapers()
  const [first, join] = await papersOf(member.contractId)
  expect(first?.monthly).not.toContain('10分かけ放題')
  expect(join).toMatchObject({
    orderNo: joined.orderNo,
    change: {
      手続き: 'オプションの申し込み',
      変わった日: '2026年11月11日（水）',
      申し込んだオプション: '10分かけ放題（090-1234-5678）',
    },
  })
  expect(join?.monthly).toContain('10分かけ放題')

  const left = await leaveVoice(member, 'tenMinuteCalls')
  harness.clock.set('2026-12-01T00:00:00+09:00')
  await runTasks(harness, 'options that were left')
  await harness.drain()
  await issuePapers()
  const papers = await papersOf(member.contractId)
  expect(papers).toHaveLength(3)
  expect(papers[2]).toMatchObject({
    orderNo: left.orderNo,
    change: { 解約したオプション: '10分かけ放題（090-1234-5678）' },
  })
  expect(papers[2]?.monthly).not.toContain('10分かけ放題')
  const again = await signedInAgain(harness, member)
  const { documents } = await again.call(api.orderGet, { query: { orderNo: left.orderNo } })
  expect(documents).toMatchObject([{ title: '契約書面（変更）' }])
})

test('料金のかからないオプションの入り切りは、書面の内容を変えない', async () => {
  const member = await makeOne('switcher')
  await joinVoice(member, 'internationalCallStop')
  await harness.drain()
  await leaveVoice(member, 'internationalCallStop')
  await harness.drain()
  await issuePapers()
  expect(await papersOf(member.contractId)).toHaveLength(1)
})
