import { createOutageDesk } from '#backend/outage/operate.ts'
import type { Db } from '#backend/db/connect.ts'
import { addDays, atHour, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { Services } from '../services.ts'

/** One maintenance that is over, and one that comes: entered as the operator enters them. */
export async function seedOutages({ queue }: Pick<Services, 'queue'>, tx: Db, now: Instant) {
  const desk = createOutageDesk(queue)
  const hour = (days: number, at: number) => atHour(addDays(toTokyoDate(now), days), at)
  const maintenance = { kind: 'maintenance', severity: 'outage', areas: [] } as const
  await desk.open(
    tx,
    {
      ...maintenance,
      services: ['payment'],
      title: 'お支払いカードの登録・変更の一時停止',
      beginsAt: hour(-9, 2),
      until: hour(-9, 5),
      message: 'カード会社のシステムの更新のため、カードの登録と変更ができません。',
    },
    hour(-16, 10),
  )
  await desk.open(
    tx,
    {
      ...maintenance,
      services: ['mypage', 'procedures'],
      title: 'マイページとお手続きの一時停止',
      beginsAt: hour(5, 1),
      until: hour(5, 5),
      message:
        '設備の更新のため、マイページとお手続きが使えません。通話とデータ通信は、いつもどおり使えます。',
    },
    hour(-2, 10),
  )
}
