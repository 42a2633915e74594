import type { ContactMessages } from '#backend/mail/contact-messages.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readProfile } from '#backend/holder.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import { deviceWords } from '#backend/login/device-words.ts'
import type { Identity, LoginFrom, Sessions } from '#backend/login/sessions.ts'
import type { Instant } from '#domain/tokyo.ts'
import { takesTextMessages } from '#domain/account/contact-code.ts'
import { newDeviceMessage } from '#backend/hold/messages.ts'
import { newDeviceText } from '#backend/hold/words.ts'
import { notifyMember } from '#backend/step/record-change.ts'

/** Ours: 40 logins are not 40 mails and SMS; those after these stand in the login records. */
const NOTIFIED_A_DAY = 5

/** How many new devices have signed in within a day, this one counted. */
async function newDevicesOf(db: Db, accountId: string, now: Instant): Promise<number> {
  const { count } = await db
    .selectFrom('session')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('is_new_device', '=', true)
    .where('created_at', '>', now.subtract({ hours: 24 }))
    .executeTakeFirstOrThrow()
  return count
}

/** Opens a session. The first one from a device that is new to the account also sends a message to its contacts. */
export function createLogins(deps: {
  sessions: Sessions
  sealing: Sealing
  outbox: Outbox
  contactMessages: ContactMessages
}) {
  const { sessions, sealing, outbox, contactMessages } = deps

  async function open(db: Db, identity: Identity, from: LoginFrom) {
    const opened = await sessions.open(db, identity, from)
    if (opened.device?.isNew !== true) return opened
    const { accountId, sessionHash } = opened
    const { now, userAgent, addressMasked = '' } = from
    const nth = await newDevicesOf(db, accountId, now)
    if (nth > NOTIFIED_A_DAY) return opened
    const device = deviceWords(userAgent)
    await notifyMember(
      db,
      { outbox },
      newDeviceMessage({
        accountId,
        sessionHash,
        device,
        addressMasked,
        isLast: nth === NOTIFIED_A_DAY,
      }),
      now,
    )
    const { phone } = await readProfile(db, sealing, accountId)
    if (takesTextMessages(phone)) {
      const message = { accountId, contact: phone, ...newDeviceText(device) }
      await contactMessages.post(db, message, now)
    }
    return opened
  }

  return { open }
}
