import { expect, test } from 'vitest'
import { connectDatabase } from '#backend/db/connect.ts'
import { instant } from '#domain/tokyo.ts'
import { giveBucket } from '#tests/api/data-facts.ts'
import { makeMember } from '#tests/api/members.ts'
import { noticesOf } from '#tests/api/notices.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { lookAtCalendar } from '#backend/data/commands/look-at-calendar.ts'
import { chargeQueued } from '#backend/data/commands/charge-queued.ts'
import { importUsage } from '#backend/data/commands/import-usage.ts'
import { feedOf, hourOf } from '#tests/api/usage-feed.ts'
import { raiseAlerts } from './commands/raise-alerts.ts'

const BEGIN = instant('2026-11-20T10:00:00+09:00')
const harness = await useHarness('2026-11-20T10:00:00+09:00')
const { db } = harness.database
const MEMBERS = 30

const begin = (loginId: string) => makeMember(harness, { loginId, startedOn: '2026-11-01' })

test('同じ1時間に大勢が使い切り、または残りわずかになっても、一人に1通ずつ届き、ほかの人には届かない', async () => {
  const members = []
  for (let n = 0; n < MEMBERS; n += 1) members.push(await begin(`empty-${n}`))
  const thrifty = await begin('thrifty')
  await lookAtCalendar(harness.services, BEGIN)
  await chargeQueued(harness.services, BEGIN)
  await raiseAlerts(harness.services, BEGIN)
  expect(await rowsOf(harness, 'alert_due', '*')).toEqual([])

  const now = BEGIN.add({ hours: 1 })
  const hour = (member: { lineIds: readonly string[] }, volume: number) =>
    hourOf(`ref-${member.lineIds[0] ?? ''}`, '2026-11-20T10', volume)
  // To the last byte, beyond it, or nearly so; one has most of it left.
  const volumes = [3000, 3500, 2600]
  const records = [
    ...members.map((member, n) => hour(member, volumes[n % 3] ?? 0)),
    hour(thrifty, 100),
  ]
  await importUsage(
    { ...harness.services, carrier: feedOf(harness.services.carrier, records) },
    now,
  )
  await chargeQueued(harness.services, now)
  const waiting = await rowsOf(harness, 'alert_due', ['contract_id'])
  expect(new Set(waiting.map((row) => row.contract_id))).toEqual(
    new Set(members.map((member) => member.contractId)),
  )

  const other = connectDatabase({ url: harness.services.config.DATABASE_URL })
  await Promise.all([
    raiseAlerts(harness.services, now),
    raiseAlerts({ ...harness.services, database: other }, now),
  ])
  await other.close()
  for (const [n, { accountId }] of members.entries())
    expect((await noticesOf(harness, accountId)).map((one) => one.title)).toEqual([
      n % 3 === 2 ? 'データ残量が少なくなりました' : 'データを使い切りました',
    ])
  expect(await noticesOf(harness, thrifty.accountId)).toEqual([])
  expect(await rowsOf(harness, 'alert_due', '*')).toEqual([])
  expect(await rowsOf(harness, 'mail_message', ['mail_id'])).toHaveLength(MEMBERS)
})

test('データに変化のない契約は、1時間ごとの見回りで読まない', async () => {
  const member = await begin('unchanged')
  await giveBucket(harness, member.contractId, { remainingBytes: 1 })
  await db.deleteFrom('alert_due').execute()
  await raiseAlerts(harness.services, BEGIN)
  expect(await noticesOf(harness, member.accountId)).toEqual([])
})

test('知らせを書けなかった契約があっても、ほかの人には届き、その人にはつぎの見回りで届く', async () => {
  const [unlucky, lucky] = [await begin('unlucky'), await begin('lucky')]
  for (const { contractId } of [unlucky, lucky])
    await giveBucket(harness, contractId, { remainingBytes: 0, grantedBytes: 3e9 })
  const { outbox } = harness.services
  const failing: typeof outbox.postAll = async (tx, messages, now) => {
    if (messages.some((one) => one.accountId === unlucky.accountId)) throw new Error('not written')
    await outbox.postAll(tx, messages, now)
  }
  await raiseAlerts({ ...harness.services, outbox: { ...outbox, postAll: failing } }, BEGIN)
  expect(await noticesOf(harness, unlucky.accountId)).toEqual([])
  expect(await noticesOf(harness, lucky.accountId)).toHaveLength(1)
  await raiseAlerts(harness.services, BEGIN)
  expect(await noticesOf(harness, unlucky.accountId)).toHaveLength(1)
  expect(await noticesOf(harness, lucky.accountId)).toHaveLength(1)
})
