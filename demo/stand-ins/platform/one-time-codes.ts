import { randomInt } from 'node:crypto'
import { isSame } from '../wire/bearer.ts'

/** A code goes to the address that the account has at the provider. */
export type CodeReceiver = { sub: string; email: string }

export type SentCode = { uid: string; to: string; code: string; at: Temporal.Instant }

export type OneTimeCodes = ReturnType<typeof createOneTimeCodes>

type Challenge = { receiver: CodeReceiver; code: string; expiresAt: number }
type Wait = { waitSeconds: number }

export const CODE_MINUTES = 10
const windowSeconds = 15 * 60
const limits = { wrong: 6, sent: 5 }
const maxCodes = 200

/**
 * The provider's second factor: six digits, ten minutes, used once. Six wrong ones within 15 minutes shut the door and
 * five letters are the most, counted for the account: beginning anew gives no further tries.
 */
export function createOneTimeCodes(options: {
  now: () => Temporal.Instant
  deliver: (sent: SentCode) => Promise<void>
}) {
  const challenges = new Map<string, Challenge>()
  const events = new Map<string, number[]>()
  const outbox: SentCode[] = []
  const seconds = () => Math.floor(options.now().epochMilliseconds / 1000)

  const recent = (key: string) => {
    const at = seconds()
    return (events.get(key) ?? []).filter((time) => time <= at && time > at - windowSeconds)
  }
  const note = (key: string) => events.set(key, [...recent(key), seconds()])
  const waitFor = (kind: keyof typeof limits, sub: string): Wait | undefined => {
    const times = recent(`${kind}:${sub}`)
    const first = times[times.length - limits[kind]]
    return first === undefined ? undefined : { waitSeconds: first + windowSeconds - seconds() }
  }

  function forgetOld() {
    for (const [uid, { expiresAt }] of challenges)
      if (expiresAt + windowSeconds < seconds()) challenges.delete(uid)
  }

  /** Sends a code for this login; the one before it is worth nothing from here on. */
  async function send(uid: string, receiver: CodeReceiver): Promise<'sent' | Wait> {
    forgetOld()
    const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
    const wait = waitFor('sent', receiver.sub) ?? waitFor('wrong', receiver.sub)
    const known = challenges.get(uid)
    // Whoever has to wait still has a page to come back to, with a code that nobody knows.
    if (wait === undefined || known === undefined)
      challenges.set(uid, { receiver, code, expiresAt: seconds() + CODE_MINUTES * 60 })
    if (wait !== undefined) return wait
    note(`sent:${receiver.sub}`)
    const sent = { uid, to: receiver.email, code, at: options.now() }
    outbox.unshift(sent)
    outbox.splice(maxCodes)
    await options.deliver(sent)
    return 'sent'
  }

  function check(uid: string, given: string): 'right' | 'wrong' | 'expired' | Wait {
    const challenge = challenges.get(uid)
    if (challenge === undefined) return 'expired'
    const { sub } = challenge.receiver
    const wait = waitFor('wrong', sub)
    if (wait !== undefined) return wait
    if (challenge.expiresAt <= seconds()) return 'expired'
    if (!isSame(given, challenge.code)) {
      note(`wrong:${sub}`)
      return waitFor('wrong', sub) ?? 'wrong'
    }
    challenges.delete(uid)
    events.delete(`wrong:${sub}`)
    events.delete(`sent:${sub}`)
    return 'right'
  }

  return {
    send,
    check,
    /** Who has typed the password in this login and is asked for a code. */
    receiverOf: (uid: string) => challenges.get(uid)?.receiver,
    /** What was sent for one login, newest first: for tests. */
    sentFor: (uid: string) => outbox.filter((sent) => sent.uid === uid),
  }
}
