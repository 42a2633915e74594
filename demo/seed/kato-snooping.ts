import { closeGrant, openPart, openRecord } from '#backend/console/grant/public.ts'
import { openTicket } from '#backend/contact/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { addDays, atHour, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { Services } from '#server/services.ts'
import { colleague } from './colleagues.ts'
import type { SeedContract } from './life.ts'

/**
 * 加藤 opened 佐藤's record last night and did nothing with it: it stands on the list of unusual reading and on 佐藤's own
 * page. Nobody had called.
 */
export async function seedKatoSnooping(
  services: Services,
  tx: Db,
  { accountId, contractId }: Pick<SeedContract, 'accountId' | 'contractId'>,
  now: Instant,
) {
  const at = atHour(addDays(toTokyoDate(now), -1), 22)
  const staff = await colleague(tx, 'kato', at)
  const who = { actor: 'staff', staffId: staff.staffId, role: staff.role, now: at } as const
  const { ticket_no: ticketNo } = await openTicket(tx, services, who, {
    channel: 'internal',
    reason: 'safety',
    topic: 'other',
    accountId,
    contractId,
  })
  const { grant_id: grantId } = await openRecord(tx, services, {
    staff,
    ticketNo,
    accountId,
    reason: 'safety',
    about: undefined,
    now: at,
  })
  for (const part of ['summary', 'lines', 'device'] as const)
    await openPart(tx, { staff, grantId, part, now: at })
  await closeGrant(tx, services, { staff, grantId, now: at.add({ minutes: 4 }) })
}
