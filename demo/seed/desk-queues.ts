import { contactMessageAad } from '#backend/mail/contact-messages.ts'
import type { Db } from '#backend/db/connect.ts'
import { insertRow } from '#backend/db/rows.ts'
import { readHolder } from '#backend/holder.ts'
import { holidayCalendar } from '#backend/holidays.ts'
import { deskTimeBefore, queueHours, type TimedQueue } from '#domain/console/desk-hours.ts'
import { addMonths, startOfMonth, toTokyoDate, toTokyoMonth, type Instant } from '#domain/tokyo.ts'
import type { Services } from '#server/services.ts'
import { expectedAad } from '#backend/identity/rows/checks.ts'
import type { SeedContract } from './life.ts'

/** Three of a queue: over its time, due within the hour (while the desk is open), and just come in. */
type Age = 'overdue' | 'today' | 'later'
const ages: readonly Age[] = ['overdue', 'today', 'later']

/** What waits for staff in the queues of the console; the members notice nothing of it. */
export async function seedDeskQueues(
  { sealing }: Pick<Services, 'sealing'>,
  tx: Db,
  contracts: readonly SeedContract[],
  now: Instant,
) {
  const isHoliday = await holidayCalendar()
  const since = (queue: TimedQueue, age: Age): Instant => {
    if (age === 'later') return now
    const hours = queueHours(queue, toTokyoDate(now))
    return age === 'overdue'
      ? deskTimeBefore(now, hours + 12, isHoliday)
      : deskTimeBefore(now.add({ hours: 1 }), hours, isHoliday)
  }
  for (const [index, age] of ages.entries()) {
    const contract = contracts[index]
    if (contract === undefined) return
    await seedCheck(tx, sealing, contract, since('identity', age), index)
    await seedUnknownLines(tx, since('usage', age), index)
    await seedUnbilled(tx, contract, since('bill', age), now)
    await seedUnsentCode(tx, sealing, contract, since('message', age), index)
  }
}

/** An identity check that three readings have not settled. */
async function seedCheck(
  tx: Db,
  sealing: Services['sealing'],
  { accountId }: SeedContract,
  at: Instant,
  index: number,
) {
  const { name, kana, birth = '', address = '' } = await readHolder(tx, sealing, accountId)
  const checkId = `idc_demo${index}`
  await insertRow(tx, 'identity_check', {
    account_id: accountId,
    check_id: checkId,
    contract_id: null,
    order_no: `DEMO-CHECK-${index + 1}`,
    state: 'manual',
    attempts: 3,
    failure: JSON.stringify(index === 0 ? ['address'] : ['name', 'address']),
    expected_sealed: sealing.seal(
      expectedAad(checkId),
      JSON.stringify({ name, kana, birth, address }),
    ),
    opened_at: at,
    changed_at: at,
  })
}

/** Records of lines that are none of ours: of use, and of calls. */
async function seedUnknownLines(tx: Db, at: Instant, index: number) {
  const from = at.subtract({ hours: 2 })
  await insertRow(tx, 'usage_stray', {
    line_ref: `unknown-${index + 1}`,
    from_at: from,
    to_at: at.subtract({ hours: 1 }),
    record_id: `demo-stray-${index + 1}`,
    revision: 1,
    high_bytes: 52_000_000,
    low_bytes: 0,
    received_at: at,
  })
}

/** A month that the close could not bill at first: tried once more, it is found billed. */
async function seedUnbilled(tx: Db, { contractId }: SeedContract, at: Instant, now: Instant) {
  const month = addMonths(toTokyoMonth(now), -2)
  await insertRow(tx, 'close_failure', {
    contract_id: contractId,
    month,
    reason: 'no price',
    fact: `plan ${startOfMonth(month)}`,
    failed_at: at,
  })
}

/** A code that the carrier did not take; the member has asked for another since. */
async function seedUnsentCode(
  tx: Db,
  sealing: Services['sealing'],
  { accountId }: SeedContract,
  at: Instant,
  index: number,
) {
  const messageId = `cmsg_demo${index}`
  await insertRow(tx, 'contact_message', {
    account_id: accountId,
    message_id: messageId,
    channel: 'sms',
    contact_sealed: sealing.seal(contactMessageAad.contact(messageId), '09012345678'),
    subject: '確認コード',
    body_sealed: '',
    state: 'failed',
    queued_at: at,
    useful_until: at.add({ minutes: 10 }),
    sent_at: null,
  })
}
