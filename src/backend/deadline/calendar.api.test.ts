import { beforeEach, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { simDesk, type DeskMember } from '#tests/api/sim-orders.ts'
import { bookSize } from '#tests/api/sizes.ts'

const START = '2026-11-20T10:00:00+09:00'

const harness = await useHarness(START)
const desk = simDesk(harness, 'ics')
beforeEach(() => harness.clock.set(START))

/** What a calendar program reads behind the member's secret address: every title with its day or instant. */
async function subscribe(member: DeskMember) {
  const { url = '' } = await member.call(api.calendarLinkPost, { body: { action: 'renew' } })
  const secret = /calendar\/(.+)\.ics$/.exec(url)?.[1] ?? ''
  return async () => {
    const { calendar, database } = harness.services
    return entriesOf(await calendar.feed(database.db, secret, harness.clock.now()))
  }
}

async function fileOf({ contractId }: DeskMember, orderNo: string) {
  const { calendar, database } = harness.services
  return entriesOf(await calendar.ofOrders(database.db, contractId, [orderNo], harness.clock.now()))
}

/** Long lines of the format are folded; a comma in a text is escaped. */
function entriesOf(text = ''): string[] {
  const events = text.replaceAll('\r\n ', '').split('BEGIN:VEVENT').slice(1)
  return events.map((event) => {
    const start = /^DTSTART(?:;VALUE=DATE)?:(\S+)/m.exec(event)?.[1]
    return `${start} ${/^SUMMARY:(.*)\r$/m.exec(event)?.[1]}`
  })
}

const charge = '20261207 11月ご利用分のお支払い日'
const cutOff = '20261129T030000Z 翌月からのデータ容量変更の締め切り'

test('データ容量の変更を予約すると取り消し期限と適用日が入り、取り消すと消える', async () => {
  const member = await desk.member()
  const read = await subscribe(member)
  expect(await read()).toEqual([cutOff, charge])
  const { orderNo, title } = await bookSize(member, 18)
  expect(title).toBe('データ容量の変更（3GBから8GBへ）')
  const own = [
    '20261129T030000Z 取り消しの期限：データ容量の変更（3GBから8GBへ）',
    '20261201 適用日：データ容量の変更（3GBから8GBへ）',
  ]
  expect((await read()).toSorted()).toEqual([...own, cutOff, charge].toSorted())
  expect(await fileOf(member, orderNo)).toEqual(own)
  const receiptOf = async () => (await member.call(api.orderGet, { query: { orderNo } })).receipt
  expect((await receiptOf()).calendarPath).toBe(`/calendar/order/${orderNo}.ics`)
  await member.call(api.couponCancelPost, { body: { orderNo } })
  expect(await read()).toEqual([cutOff, charge])
  // A file without a date is not offered.
  expect((await receiptOf()).calendarPath).toBeUndefined()
})

test('SIMの再発行はお届けの予定、届いたら自動で切り替わる日、選んだら切り替えの日時が入る', async () => {
  const member = await desk.member()
  const read = await subscribe(member)
  const { orderNo } = await desk.orderCard(member.call, member.lineId)
  const delivery = '20261122 お届けの予定：SIMのサイズ変更・再発行'
  expect(await read()).toEqual([delivery, cutOff, charge])
  expect(await fileOf(member, orderNo)).toEqual([delivery])
  await desk.workAt('2026-11-22T11:01:00+09:00')
  const switchOver = 'SIMの切り替え：SIMのサイズ変更・再発行'
  expect(await read()).toEqual([cutOff, `20261130 ${switchOver}`, charge])
  const call = await desk.again(member.loginId)
  const switchAt = '2026-11-23T14:00:00+09:00'
  await call(api.orderSwitchOverPost, { body: { orderNo, switchAt } })
  expect(await read()).toEqual([`20261123T050000Z ${switchOver}`, cutOff, charge])
})

test('種別変更は本人確認の期限が、SIMの追加はお届けの予定が入る', async () => {
  const kind = await desk.member({ lines: [{ kind: 'data' }] })
  const readKind = await subscribe(kind)
  await desk.orderKind(kind.call, kind.lineId, 'voice', 'nano')
  expect(await readKind()).toContain('20261204T010000Z 本人確認の期限：SIMの種別変更')
  const adding = await desk.member({ planCode: 20 })
  const readAdd = await subscribe(adding)
  await desk.orderLine(adding.call, 'data', 'nano')
  expect(await readAdd()).toContain('20261122 お届けの予定：SIMの追加')
})

test('MNP予約番号が発行されると有効期限が入り、期限が過ぎると消える', async () => {
  const member = await desk.member()
  const read = await subscribe(member)
  const { lineId } = member
  const { conditions } = await member.call(api.portOutPaymentGet, { query: { lineId } })
  const { requestNo } = await member.call(api.portOutIssuanceRequestPost, {
    body: { lineId, conditions, agreed: true },
  })
  // While it is live nothing else may be changed: the cut-off of a change is no date of this member.
  expect(await read()).toEqual([charge])
  await desk.after(4)
  const expiry = '20261204 MNP予約番号の有効期限'
  expect(await read()).toEqual([expiry, charge])
  expect(await fileOf(member, requestNo)).toEqual([expiry])
  await desk.workAt('2026-12-05T00:00:00+09:00')
  expect(await read()).toEqual([charge, '20261230T030000Z 翌月からのデータ容量変更の締め切り'])
})

test('解約を予約すると取り消し期限と最終利用日が入り、取り消すと消える', async () => {
  const member = await desk.member()
  const read = await subscribe(member)
  const { conditions } = await member.call(api.simCancelPaymentGet, { query: {} })
  const { orderNo } = await member.call(api.simCancelReservePost, {
    body: { conditions, agreed: true },
  })
  const own = ['20261129 取り消しの期限：ご契約の解約', '20261130 最終利用日：ご契約の解約']
  expect(await read()).toEqual([...own, charge])
  expect(await fileOf(member, orderNo)).toEqual(own)
  await member.call(api.simCancelResetPost, { body: { orderNo } })
  expect(await read()).toEqual([cutOff, charge])
})

/** Unfolded, without what differs from run to run. */
async function textOf({ contractId }: DeskMember, orderNo: string) {
  const { calendar, database } = harness.services
  const text = await calendar.ofOrders(database.db, contractId, [orderNo], harness.clock.now())
  return text
    .replaceAll('\r\n ', '')
    .replaceAll(/^UID:.*\r\n/gm, '')
    .replaceAll(orderNo, 'A-1')
}

test('解約のカレンダーは、取り消しの期限の前日と最終利用日の前日9時に知らせる', async () => {
  const member = await desk.member()
  const { conditions } = await member.call(api.simCancelPaymentGet, { query: {} })
  const { orderNo } = await member.call(api.simCancelReservePost, {
    body: { conditions, agreed: true },
  })
  expect((await textOf(member, orderNo)).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//ひびきモバイル株式会社//ひびきモバイル//JA',
    'METHOD:PUBLISH',
    'NAME:ひびきモバイル 大切な日付',
    'X-WR-CALNAME:ひびきモバイル 大切な日付',
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    'BEGIN:VEVENT',
    'SEQUENCE:0',
    'DTSTAMP:20261120T010000Z',
    'DTSTART;VALUE=DATE:20261129',
    'DTEND;VALUE=DATE:20261130',
    'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
    'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE',
    'SUMMARY:取り消しの期限：ご契約の解約',
    'DESCRIPTION:これを過ぎると取り消せません。',
    'URL;VALUE=URI:http://localhost:3000/mypage/order.html?no=A-1',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-PT15H',
    'DESCRIPTION:取り消しの期限：ご契約の解約',
    'END:VALARM',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'SEQUENCE:0',
    'DTSTAMP:20261120T010000Z',
    'DTSTART;VALUE=DATE:20261130',
    'DTEND;VALUE=DATE:20261201',
    'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
    'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE',
    'SUMMARY:最終利用日：ご契約の解約',
    'DESCRIPTION:この日の24時に通信と通話が使えなくなります。',
    'URL;VALUE=URI:http://localhost:3000/mypage/order.html?no=A-1',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-PT15H',
    'DESCRIPTION:最終利用日：ご契約の解約',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ])
})

/** The reminders of an entry, as a calendar program reads them. */
async function remindersOf(member: DeskMember, orderNo: string) {
  const events = (await textOf(member, orderNo)).split('BEGIN:VEVENT').slice(1)
  return events.map((event) => [
    /^SUMMARY:(.*?)(?:：.*)?\r$/m.exec(event)?.[1],
    ...[...event.matchAll(/^TRIGGER(?:;[^:]*)?:(.*)\r$/gm)].map(([, trigger]) => trigger),
  ])
}

test('時刻のある期限は前日の同じ時刻に、始まる日は当日の9時に知らせる', async () => {
  const member = await desk.member()
  const { orderNo } = await bookSize(member, 18)
  expect(await remindersOf(member, orderNo)).toEqual([
    ['取り消しの期限', '-P1D'],
    ['適用日', 'PT9H'],
  ])
})

test('SIMは、届く日の9時、自動で切り替わる日の前日、選んだ切り替えの1時間前に知らせる', async () => {
  const member = await desk.member()
  const { orderNo } = await desk.orderCard(member.call, member.lineId)
  expect(await remindersOf(member, orderNo)).toEqual([['お届けの予定', 'PT9H']])
  await desk.workAt('2026-11-22T11:01:00+09:00')
  expect(await remindersOf(member, orderNo)).toEqual([['SIMの切り替え', '-PT15H']])
  const switchAt = '2026-11-23T14:00:00+09:00'
  const call = await desk.again(member.loginId)
  await call(api.orderSwitchOverPost, { body: { orderNo, switchAt } })
  expect(await remindersOf(member, orderNo)).toEqual([['SIMの切り替え', '-PT1H']])
})

test('MNP予約番号と本人確認の期限は、3日前と前日に知らせる', async () => {
  const member = await desk.member()
  const { lineId } = member
  const { conditions } = await member.call(api.portOutPaymentGet, { query: { lineId } })
  const { requestNo } = await member.call(api.portOutIssuanceRequestPost, {
    body: { lineId, conditions, agreed: true },
  })
  await desk.after(4)
  expect(await remindersOf(member, requestNo)).toEqual([
    ['MNP予約番号の有効期限', '-P2DT15H', '-PT15H'],
  ])
  const kind = await desk.member({ lines: [{ kind: 'data' }] })
  const { orderNo } = await desk.orderKind(kind.call, kind.lineId, 'voice', 'nano')
  expect(await remindersOf(kind, orderNo)).toEqual([['本人確認の期限', '-P3D', '-P1D']])
})
