import type { ContactMessages } from '#backend/mail/contact-messages.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readProfile } from '#backend/holder.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import { deviceWords } from '#backend/hold/device-words.ts'
import type { Identity, LoginFrom, Sessions } from './sessions.ts'
import { takesTextMessages } from '#domain/account/contact-code.ts'
import { newDeviceMessage } from '#backend/hold/messages.ts'
import { newDeviceText } from '#backend/hold/words.ts'

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
    const device = deviceWords(userAgent)
    await outbox.post(db, newDeviceMessage({ accountId, sessionHash, device, addressMasked }), now)
    const { phone } = await readProfile(db, sealing, accountId)
    if (takesTextMessages(phone)) {
      const message = { accountId, contact: phone, ...newDeviceText(device) }
      await contactMessages.post(db, message, now)
    }
    return opened
  }

  return { open }
}
