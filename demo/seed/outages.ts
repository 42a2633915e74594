import { openOutage } from '#backend/outage/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { addDays, atHour, isBefore, toTokyoDate, tokyoDate, type Instant } from '#domain/tokyo.ts'
import type { Services } from '#server/services.ts'

/** What `/info/notice261110.html` announces: the board says the same (a test compares). */
export const announcedMaintenance = {
  on: tokyoDate('2026-12-02'),
  fromHour: 2,
  untilHour: 5,
}

/** One maintenance that is over, and the one that was announced: entered as the operator enters them. */
export async function seedOutages(deps: Pick<Services, 'queue'>, tx: Db, now: Instant) {
  const hour = (days: number, at: number) => atHour(addDays(toTokyoDate(now), days), at)
  const maintenance = { kind: 'maintenance', severity: 'outage', areas: [] } as const
  await openOutage(
    tx,
    deps,
    { now: hour(-16, 10) },
    {
      ...maintenance,
      services: ['payment'],
      title: 'お支払いカードの登録・変更の一時停止',
      beginsAt: hour(-9, 2),
      until: hour(-9, 5),
      message: 'カード会社のシステムの更新のため、カードの登録と変更ができません。',
    },
  )
  const { on, fromHour, untilHour } = announcedMaintenance
  const beginsAt = atHour(on, fromHour)
  // A demo that begins later has nothing announced.
  if (!isBefore(now, beginsAt)) return
  await openOutage(
    tx,
    deps,
    { now: hour(-2, 10) },
    {
      ...maintenance,
      services: ['procedures'],
      title: 'システムメンテナンス',
      beginsAt,
      until: atHour(on, untilHour),
      message:
        '設備の更新のため、マイページでの申し込みと変更ができません。通話、SMS、データ通信、マイページの閲覧は、いつもどおり使えます。',
    },
  )
}
