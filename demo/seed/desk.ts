import {
  moveTicket,
  nameMember,
  openTicket,
  toClockColumns,
  clockOf,
  type OpenTicket,
  type TicketRow,
} from '#backend/contact/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { holidayCalendar } from '#backend/holidays.ts'
import { deskTimeAfter, deskTimeBefore } from '#domain/console/desk-hours.ts'
import { stoppedClock } from '#domain/contact/ticket-clock.ts'
import { addDays, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { Services } from '#server/services.ts'
import { colleague } from './colleagues.ts'
import type { SeedContract } from './life.ts'

/**
 * The desk of a day: suzuki has called, a letter was posted yesterday, a question of sato is overdue, one of takahashi is
 * due soon, ito is waited for, a centre asks about tanaka with a mandate that nobody has confirmed.
 */
export async function seedDesk(
  services: Services,
  tx: Db,
  contracts: readonly SeedContract[],
  now: Instant,
): Promise<void> {
  const staff = {
    yamamoto: await colleague(tx, 'yamamoto', now),
    sasaki: await colleague(tx, 'sasaki', now),
  }
  const isHoliday = await holidayCalendar()
  const of = (loginId: string) => {
    const found = contracts.find(({ story }) => story.loginId === loginId)
    return found && { accountId: found.accountId, contractId: found.contractId }
  }
  const by = (who: keyof typeof staff, at: Instant) => {
    const { staffId, role } = staff[who]
    return { actor: 'staff', now: at, staffId, role } as const
  }
  const take = (at: Instant, given: OpenTicket) =>
    openTicket(tx, services, by('yamamoto', at), given)
  const dueSoon = deskTimeBefore(deskTimeAfter(now, 2, isHoliday), 8, isHoliday)

  await take(now.subtract({ minutes: 40 }), {
    channel: 'telephone',
    reason: 'contact',
    topic: 'billing',
    text: 'お電話。先月の請求が、その前の月より高い理由を知りたいとのこと。データ容量の変更もご希望。',
    ...of('suzuki'),
  })
  await take(now.subtract({ minutes: 90 }), {
    channel: 'letter',
    reason: 'contact',
    topic: 'procedure',
    text: '初期契約解除を申し出る書面。署名と契約の番号の記載あり。',
    postedOn: addDays(toTokyoDate(now), -1),
    ...of('kobayashi'),
  })
  const sato = of('sato')
  if (sato !== undefined)
    await openTicket(
      tx,
      services,
      { actor: 'member', accountId: sato.accountId, now: deskTimeBefore(now, 14, isHoliday) },
      {
        channel: 'mypage',
        reason: 'contact',
        topic: 'data',
        text: '夕方になると動画が止まります。東京都世田谷区の自宅です。\n再起動しても変わりません。',
        ...sato,
      },
    )
  await take(dueSoon, {
    channel: 'telephone',
    reason: 'contact',
    topic: 'billing',
    text: 'お電話。お支払いが済んだら、いつから使えるようになるかを知りたいとのこと。',
    ...of('takahashi'),
  })
  const waiting = await take(deskTimeBefore(now, 5, isHoliday), {
    channel: 'mypage',
    reason: 'contact',
    topic: 'line',
    text: '解約したあとの電話番号について。',
    ...of('ito'),
  })
  await wait(services, tx, waiting, by('yamamoto', deskTimeBefore(now, 3, isHoliday)))
  const centre = await take(deskTimeBefore(now, 1, isHoliday), {
    channel: 'consumerCentre',
    reason: 'legal',
    topic: 'procedure',
    text: 'SIMの再発行の手続きについて、経緯の照会。',
    outsideNo: 'C-2026-0118',
  })
  await noteMandate(services, tx, centre, { by: by('sasaki', now), ...of('tanaka') })
}

async function wait(
  services: Services,
  tx: Db,
  row: TicketRow,
  who: Parameters<typeof moveTicket>[2],
) {
  const clock = stoppedClock(clockOf(row), who.now, await holidayCalendar())
  await moveTicket(tx, services, who, row, {
    step: 'waited',
    entry: { kind: 'answered', text: 'どの回線の番号か、お知らせください。' },
    patch: { ...toClockColumns(clock), assigned_to: who.staffId ?? null },
  })
}

async function noteMandate(
  services: Services,
  tx: Db,
  row: TicketRow,
  { by, accountId }: { by: Parameters<typeof moveTicket>[2]; accountId?: string },
) {
  const known = accountId === undefined ? row : await nameMember(tx, services, by, row, accountId)
  await moveTicket(tx, services, by, known, {
    step: 'mandated',
    entry: { kind: 'mandateNoted', text: 'ご本人の署名のある委任状。あっせんに必要な範囲。' },
    patch: { mandate_noted_by: by.staffId ?? null },
  })
}
