import { describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { memberWithPhone, phonesOf } from '#tests/api/phones.ts'
import { makeMember } from '#tests/api/members.ts'
import { noticeTitles } from '#tests/api/notices.ts'
import { feedOf, hourOf } from '#tests/api/usage-feed.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { chargeQueued } from './commands/charge-queued.ts'
import { decideSlowLines } from './commands/decide-speeds.ts'
import { importUsage } from './commands/import-usage.ts'
import { lookAtCalendar } from './commands/look-at-calendar.ts'

const harness = await useHarness('2026-11-24T10:00:00+09:00')
const phones = phonesOf(harness)
const NEAR = '3日間の通信量が上限に近づいています'

/** What the carrier says of an hour, in megabytes, and what the hour's work makes of it. */
async function use(lineRef: string, hour: string, high: number, low: number) {
  const { database, services, clock } = harness
  await database.db.deleteFrom('import_cursor').execute()
  const records = [hourOf(lineRef, hour, high, { lowBytes: low * 1_000_000 })]
  await importUsage({ ...services, carrier: feedOf(services.carrier, records) }, clock.now())
  await chargeQueued(services, clock.now())
  await decideSlowLines(services, clock.now())
  await harness.drain()
}

let serial = 0
/** A member with a phone, whose three gigabytes are used up. */
async function slowMember() {
  harness.clock.set('2026-11-24T10:00:00+09:00')
  const loginId = `near-${(serial += 1)}`
  const { phone, call, accountId } = await memberWithPhone(harness, loginId, { withDetails: true })
  const { lineIds } = await makeMember(harness, { loginId, startedOn: '2026-11-01', planCode: 13 })
  const lineRef = `ref-${lineIds[0]}`
  await lookAtCalendar(harness.services, harness.clock.now())
  await chargeQueued(harness.services, harness.clock.now())
  await use(lineRef, '2026-11-24T07', 3000, 0)
  return { phone, call, accountId, lineRef }
}

const nearPushes = async (id: string) =>
  (await phones.received(id)).filter(({ words }) => words.title === NEAR)

describe('3日間の通信量が上限に近いこと', () => {
  test('上限の70%になると、1回だけ端末に届き、押すと戻し方のある画面が開く', async () => {
    const { phone, accountId, lineRef } = await slowMember()
    await use(lineRef, '2026-11-24T08', 0, 256)
    expect(await nearPushes(phone.id)).toEqual([])
    await use(lineRef, '2026-11-24T09', 0, 1)
    const [near] = await nearPushes(phone.id)
    expect(near?.words.body).toBe(
      '366\u00A0MBを超えると、さらに遅くなります。開くと戻し方が出ます。',
    )
    const opened = await harness.services.openNotice(
      accountId,
      near?.words.tag ?? '',
      harness.clock.now(),
    )
    expect(opened).toBe('/mypage/data/usage.html#three-day')

    await decideSlowLines(harness.services, harness.clock.now())
    harness.clock.set('2026-11-26T10:00:00+09:00')
    await decideSlowLines(harness.services, harness.clock.now())
    await harness.drain()
    expect(await nearPushes(phone.id)).toHaveLength(1)
    expect((await noticeTitles(harness, accountId)).filter((title) => title === NEAR)).toHaveLength(
      1,
    )
  })

  test('お知らせを受け取らないと決めている人には、知らせない', async () => {
    const { phone, call, accountId, lineRef } = await slowMember()
    const { thresholds } = await call(api.highSpeedResidualNotificationGet)
    await call(api.highSpeedResidualNotificationPut, { body: { channel: 'none', thresholds } })
    await use(lineRef, '2026-11-24T09', 0, 300)
    expect(await nearPushes(phone.id)).toEqual([])
    expect(await noticeTitles(harness, accountId)).not.toContain(NEAR)
  })
})
