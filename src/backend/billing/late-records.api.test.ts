import { expect, test } from 'vitest'
import { takeRecords, takeSetAside } from '#backend/line/commands/take-records.ts'
import type { CallRecord } from '#backend/ports/carrier.ts'
import { priceRows } from '#domain/catalogue/figure.ts'
import { createPriceBook, publishedPrices } from '#domain/catalogue/price-book.ts'
import { instant, tokyoMonth } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { makeMember } from '#tests/api/members.ts'
import { billedMonth } from './queries/billed-month.ts'
import { closeStatement } from './bulk/close-statement.ts'
import { addRow, rowOf, setRows } from '#tests/api/rows.ts'

const harness = await useHarness('2026-12-20T10:00:00+09:00')

let serial = 0
async function talker() {
  const member = await makeMember(harness, {
    loginId: `late-${(serial += 1)}`,
    planCode: 13,
    startedOn: '2026-10-01',
  })
  return { ...member, lineId: member.lineIds[0] ?? '' }
}

const callOf = (lineId: string, more: Partial<CallRecord> = {}): CallRecord => ({
  recordId: `v-${lineId}-1`,
  lineRef: `ref-${lineId}`,
  kind: 'voice',
  startedAt: '2026-10-20T12:00:00+09:00',
  durationSeconds: 631,
  characters: null,
  destination: '09000001234',
  destinationKind: 'mobile',
  viaTalk: false,
  revision: 1,
  ...more,
})

const receive = (at: string, records: CallRecord[], book = publishedPrices) =>
  harness.database.db
    .transaction()
    .execute((tx) =>
      takeRecords(tx, { sealing: harness.services.sealing, book }, records, instant(at)),
    )
const retry = (at: string, book = publishedPrices) =>
  harness.database.db
    .transaction()
    .execute((tx) => takeSetAside(tx, { sealing: harness.services.sealing, book }, instant(at)))

async function close(contractId: string, month: string) {
  const billed = billedMonth(tokyoMonth(month), publishedPrices)
  await closeStatement(billed, [contractId], billed.recordsUntil).execute(harness.database.db)
}

/** Traffic and adjustments of a bill: label, quantity, yen, the record it names. */
async function trafficOf(contractId: string, month: string) {
  const lines = await harness.database.db
    .selectFrom('bill_line')
    .select(['kind', 'quantity', 'amount_tenths_yen', 'source_ref', 'tax_on'])
    .where('contract_id', '=', contractId)
    .where('month', '=', tokyoMonth(month))
    .where('kind', 'in', ['voice', 'sms', 'adjustment'])
    .orderBy('position')
    .execute()
  return lines.map((line) => [
    line.kind,
    line.quantity,
    line.amount_tenths_yen / 10,
    line.source_ref,
  ])
}

test('締めたあとの訂正は、差額だけが、記録の名前とともに次の請求に載る（631秒→361秒：−198円）', async () => {
  const { contractId, lineId } = await talker()
  const call = callOf(lineId)
  await receive('2026-10-20T13:00:00+09:00', [call])
  const corrected = { ...call, durationSeconds: 361, revision: 2 }
  // 06:00 of the 1st is the end of October's records.
  await receive('2026-11-01T06:00:00+09:00', [corrected])
  await receive('2026-11-02T06:00:00+09:00', [corrected, call])
  await close(contractId, '2026-10')
  await close(contractId, '2026-11')
  expect(await trafficOf(contractId, '2026-10')).toEqual([['voice', 22, 484, null]])
  expect(await trafficOf(contractId, '2026-11')).toEqual([
    ['adjustment', -9, -198, `call/${call.recordId}`],
  ])
})

test('締める前の訂正は、その月の請求が直るだけ。先に訂正が届いても同じ', async () => {
  const { contractId, lineId } = await talker()
  const call = callOf(lineId)
  const other = callOf(lineId, { recordId: `v-${lineId}-2`, durationSeconds: 30 })
  await receive('2026-10-20T13:00:00+09:00', [{ ...call, durationSeconds: 361, revision: 2 }])
  await receive('2026-10-20T14:00:00+09:00', [call, other])
  await receive('2026-11-01T05:59:59+09:00', [{ ...other, durationSeconds: 31, revision: 2 }])
  await close(contractId, '2026-10')
  await close(contractId, '2026-11')
  expect(await trafficOf(contractId, '2026-10')).toEqual([['voice', 15, 330, null]])
  expect(await trafficOf(contractId, '2026-11')).toEqual([])
})

test('訂正で料金の行が変わるときは、前の行を戻し、新しい行で請求する', async () => {
  const { contractId, lineId } = await talker()
  const call = callOf(lineId, { durationSeconds: 60 })
  await receive('2026-10-20T13:00:00+09:00', [call])
  await receive('2026-11-05T06:00:00+09:00', [{ ...call, viaTalk: true, revision: 2 }])
  await close(contractId, '2026-10')
  await close(contractId, '2026-11')
  expect(await trafficOf(contractId, '2026-11')).toEqual([
    ['adjustment', 2, 22, `call/${call.recordId}`],
    ['adjustment', -2, -44, `call/${call.recordId}`],
  ])
})

test('料金の行がない国への通話は、請求されずに見える失敗として残り、行ができたら次の請求に載る', async () => {
  const { contractId, lineId } = await talker()
  const withoutKorea = createPriceBook(priceRows.filter(({ key }) => key !== 'abroad.kr'))
  const call = callOf(lineId, {
    destination: '+821055501234',
    destinationKind: 'abroad',
    durationSeconds: 61,
  })
  await receive('2026-10-20T13:00:00+09:00', [call], withoutKorea)
  const fault = () =>
    rowOf(harness, 'call_fault', ['reason', 'fact', 'resolved_at'], { record_id: call.recordId })
  expect(await fault()).toEqual({
    reason: 'RATE_MISSING',
    fact: 'abroad.kr on 2026-10-20',
    resolved_at: null,
  })
  await retry('2026-10-21T13:00:00+09:00', withoutKorea)
  expect((await fault()).resolved_at).toBeNull()
  const repairedAt = '2026-11-10T13:00:00+09:00'
  await retry(repairedAt)
  expect((await fault()).resolved_at).toEqual(instant(repairedAt))
  await close(contractId, '2026-10')
  await close(contractId, '2026-11')
  expect(await trafficOf(contractId, '2026-10')).toEqual([])
  // 33 for 30 seconds begun, outside tax.
  expect(await trafficOf(contractId, '2026-11')).toEqual([
    ['adjustment', 3, 99, `call/${call.recordId}`],
  ])
})

test('長すぎるSMSと、長さのないSMSは失敗として残り、訂正された記録で直る', async () => {
  const { contractId, lineId } = await talker()
  const message = (n: number, characters: number | null, revision = 1) =>
    callOf(lineId, {
      recordId: `s-${lineId}-${n}`,
      kind: 'sms',
      durationSeconds: null,
      characters,
      revision,
    })
  await receive('2026-10-20T13:00:00+09:00', [message(1, 671), message(2, null)])
  const open = () =>
    harness.database.db
      .selectFrom('call_fault')
      .select(['reason', 'fact'])
      .where('line_ref', '=', `ref-${lineId}`)
      .where('resolved_at', 'is', null)
      .orderBy('record_id')
      .execute()
  expect(await open()).toEqual([
    { reason: 'MESSAGE_TOO_LONG', fact: '671 characters, 670 at most' },
    { reason: 'LENGTH_MISSING', fact: `characters of s-${lineId}-2` },
  ])
  await receive('2026-10-21T13:00:00+09:00', [message(1, 670, 2), message(2, 70, 2)])
  expect(await open()).toEqual([])
  await close(contractId, '2026-10')
  expect(await trafficOf(contractId, '2026-10')).toEqual([
    ['sms', 1, 3.3, null],
    ['sms', 1, 33, null],
  ])
})

test('知らない回線の記録は取っておき、回線が分かった時に、その回線の10分かけ放題で計算して次の請求に載せる', async () => {
  const { contractId, lineId, call } = await talker()
  await addRow(harness, 'option_period', {
    contract_id: contractId,
    period_id: `stray-${lineId}`,
    line_id: lineId,
    option_code: 'tenMinuteCalls',
    joined_at: instant('2026-10-01T00:00:00+09:00'),
    to_on: null,
  })
  const setRef = (ref: string) =>
    setRows(harness, 'line', { carrier_ref: ref }, { line_id: lineId })
  await setRef(`unknown-${lineId}`)
  await receive('2026-10-20T13:00:00+09:00', [callOf(lineId)])
  await close(contractId, '2026-10')
  await setRef(`ref-${lineId}`)
  await retry('2026-11-10T13:00:00+09:00')
  await close(contractId, '2026-11')
  expect(await trafficOf(contractId, '2026-10')).toEqual([])
  // 631 seconds, 600 of them free.
  expect(await trafficOf(contractId, '2026-11')).toEqual([
    ['adjustment', 2, 44, `call/v-${lineId}-1`],
  ])
  const { rows } = await call(api.callLogGet, {
    query: { lineId, from: '2026-10-01', to: '2026-10-31' },
  })
  expect(rows).toMatchObject([{ amountTenthsYen: 440, freeSeconds: 600 }])
})
