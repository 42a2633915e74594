import {
  moveTicket,
  nameMember,
  openTicket,
  toClockColumns,
  clockOf,
  type OpenTicket,
  type TicketRow,
} from '#backend/contact/public.ts'
import { newId } from '#backend/db/ids.ts'
import type { Db } from '#backend/db/connect.ts'
import { holidayCalendar } from '#backend/holidays.ts'
import { deskTimeAfter, deskTimeBefore } from '#domain/console/desk-hours.ts'
import { rolesOfGroups } from '#domain/console/groups.ts'
import { stoppedClock } from '#domain/contact/ticket-clock.ts'
import { addDays, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { directoryGroups, directoryPeople } from '#demo/stand-ins/directory/people.ts'
import type { Services } from '#server/services.ts'
import type { SeedContract } from './life.ts'

/** Who works in the demo's tickets; the directory's stand-in knows them by the same subject. */
const colleagues = ['yamamoto', 'sasaki'] as const
type Colleague = (typeof colleagues)[number]

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
  const staff = await makeColleagues(tx, now)
  const isHoliday = await holidayCalendar()
  const of = (loginId: string) => {
    const found = contracts.find(({ story }) => story.loginId === loginId)
    return found && { accountId: found.accountId, contractId: found.contractId }
  }
  const by = (colleague: Colleague, at: Instant) =>
    ({ actor: 'staff', now: at, ...staff[colleague] }) as const
  const take = (at: Instant, given: OpenTicket, colleague: Colleague = 'yamamoto') =>
    openTicket(tx, services, by(colleague, at), given)
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

/** Their rows, as their first login would make them. */
async function makeColleagues(tx: Db, now: Instant) {
  const [yamamoto, sasaki] = await Promise.all(
    colleagues.map(async (loginId) => {
      const person = directoryPeople.find((one) => one.loginId === loginId)
      if (person === undefined) throw new Error(`${loginId} is nobody of the demo's staff`)
      const roles = rolesOfGroups(person.groups, directoryGroups)
      const staffId = newId('staff')
      await tx
        .insertInto('staff')
        .values({
          staff_id: staffId,
          subject: `staff-${loginId}`,
          name: person.name,
          roles,
          groups_read_at: now,
          created_at: now,
          last_login_at: now,
          left_at: null,
        })
        .execute()
      const [role = 'desk'] = roles
      return { staffId, role }
    }),
  )
  if (yamamoto === undefined || sasaki === undefined) throw new Error('nobody at the desk')
  return { yamamoto, sasaki } satisfies Record<Colleague, unknown>
}
