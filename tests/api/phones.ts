import { z } from 'zod'
import type { NoticeKind } from '#vocabulary/notice.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import { api } from '#protocol/index.ts'
import type { Harness } from './harness.ts'

const device = z.object({
  id: z.string(),
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
})
export type StandInDevice = z.output<typeof device>

const shown = z.object({
  words: z.object({
    title: z.string(),
    body: z.string(),
    path: z.string(),
    tag: z.string(),
    unread: z.number(),
  }),
  ttl: z.number(),
  urgency: z.string(),
  size: z.number(),
  signer: z.string(),
})

/** The devices behind the stand-in of a push service. */
export function phonesOf({ pushService: { url } }: { readonly pushService: { url: string } }) {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${url}/__devices${path}`, { headers: { connection: 'close' }, ...init })
  const make = async () => device.parse(await (await ask('', { method: 'POST' })).json())
  const received = async (id: string) =>
    z.object({ messages: z.array(shown) }).parse(await (await ask(`/${id}`)).json()).messages
  return {
    make,
    received,
    titles: async (id: string) => (await received(id)).map(({ words }) => words.title),
    reset: (id: string) => ask(`/${id}`, { method: 'DELETE' }),
    /** The next messages to the device are answered so. */
    answer: (id: string, answer: { status: number; retryAfter?: string; times?: number }) =>
      ask(`/${id}/answer`, { method: 'POST', body: JSON.stringify(answer) }),
  }
}

/** What `pushPost` takes besides the device: everything, at any hour, without figures. */
export const tellsAll = {
  kinds: ['procedure', 'billing', 'debt', 'alert', 'data', 'outage'] satisfies NoticeKind[],
  withDetails: false,
}

/** A member who is logged in on a phone that is told, and was used for years. */
export async function memberWithPhone(harness: Harness, loginId: string, choice: object = {}) {
  const browser = await harness.signIn(loginId, undefined, true, { secret: undefined })
  const phone = await phonesOf(harness).make()
  const { endpoint, keys } = phone
  const answer = await browser.call(api.pushPost, {
    body: { endpoint, ...keys, ...tellsAll, ...choice },
  })
  await harness.drain()
  return { ...browser, phone, deviceId: answer.devices[0]?.deviceId ?? '' }
}

let serial = 0

/** Something that a member is notified of. */
export async function notify(
  { services, database, clock }: Harness,
  accountId: string,
  message: Partial<MemberMessage> = {},
) {
  await database.db.transaction().execute((tx) =>
    services.outbox.post(
      tx,
      {
        accountId,
        sourceRef: `test/${(serial += 1)}`,
        kind: 'alert',
        subject: 'データ残量が少なくなりました',
        paragraphs: ['データ残量が500MB以下になりました。'],
        facts: [],
        link: { label: 'データチャージを開く', path: '/mypage/data/charge.html' },
        ...message,
      },
      clock.now(),
    ),
  )
}
