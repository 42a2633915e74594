import { propose } from '#backend/console/approval/public.ts'
import { openTicket } from '#backend/contact/public.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { Services } from '#server/services.ts'
import { colleague } from './colleagues.ts'

/**
 * What waits for a second person: a notice to all members, an identity that was compared by hand, and one whose facts have
 * changed since it was proposed.
 */
export async function seedDeskApprovals(services: Services, tx: Db, now: Instant): Promise<void> {
  await colleague(tx, 'sasaki', now)
  const deps = { ...services, recordAnswer: services.exchanges.recordAnswer }
  const at = now.subtract({ hours: 3 })
  const ask = async (loginId: string, text: string) => {
    const session = await colleague(tx, loginId, at)
    const who = { actor: 'staff', staffId: session.staffId, role: session.role, now: at } as const
    const { ticket_no: ticketNo } = await openTicket(tx, services, who, {
      channel: 'internal',
      reason: 'work',
      topic: 'other',
      text,
    })
    return { who: { ...who, session }, ticketNo }
  }
  const planning = await ask('yoshida', '年末年始の窓口の時間を、すべての会員にお知らせする。')
  await propose(tx, deps, planning.who, {
    operation: 'noticePosted',
    ticketNo: planning.ticketNo,
    reason: '年末年始の窓口のお知らせ',
    kind: 'procedure',
    subject: '年末年始の窓口について',
    body: '12月29日から1月3日まで、電話の窓口をお休みします。\n\nマイページのお手続きは、休まずご利用いただけます。',
  })
  const checks = await tx
    .selectFrom('identity_check')
    .select('check_id')
    .where('state', '=', 'manual')
    .where('order_no', 'like', 'DEMO-CHECK-%')
    .orderBy('order_no')
    .limit(2)
    .execute()
  for (const { check_id: checkId } of checks) {
    const procedures = await ask('fukuda', '本人限定受取郵便の控えが届いた。')
    await propose(tx, deps, procedures.who, {
      operation: 'identityApproved',
      ticketNo: procedures.ticketNo,
      reason: '郵便局で原本を確認した控えを受け取りました',
      checkId,
      seen: { method: 'restricted_mail', document: 'driving_licence', number: '301234567890' },
    })
  }
  const last = checks.at(-1)
  if (last === undefined) return
  await tx
    .updateTable('identity_check')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('check_id', '=', last.check_id)
    .execute()
}
