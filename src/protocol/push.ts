import { z } from 'zod'
import { noticeKinds } from '#vocabulary/notice.ts'
import { accountEndpoint } from './endpoint.ts'
import { count, instant, opaqueId, queryNumber } from './primitives.ts'

const noticeKind = z.enum(noticeKinds)

const hour = queryNumber(0, 23, '時刻を選んでください。')

/** What a member chooses for one device. */
const choice = {
  /** What cannot be turned off is told all the same. */
  kinds: z.array(noticeKind).default([]),
  /** Whether subjects and figures may stand on the lock screen. */
  withDetails: z.boolean('画面に出す内容を選んでください。').default(false),
  /** Hours of the day in Japan between which only what is urgent is told; both or none. */
  quietFrom: hour.optional(),
  quietUntil: hour.optional(),
}

/** What a browser's `pushManager.subscribe()` gives (Push API, 8.1): an uncompressed point of P-256, and 16 bytes. */
const KEY_WRONG = '端末の鍵を読み取れませんでした。もう一度お試しください。'
const subscription = {
  endpoint: z
    .string('端末のアドレスを読み取れませんでした。もう一度お試しください。')
    .min(1, '端末のアドレスを読み取れませんでした。もう一度お試しください。')
    .max(2048, '端末のアドレスが長すぎます。'),
  p256dh: z.string(KEY_WRONG).regex(/^B[\w-]{86}$/u, KEY_WRONG),
  auth: z.string(KEY_WRONG).regex(/^[\w-]{22}$/u, KEY_WRONG),
}

const pushes = z
  .object({
    /** By which a browser subscribes, base64url; absent where no push is offered. */
    publicKey: z.string().optional(),
    /** Devices that are told, the newest first. */
    devices: z.array(
      z.object({
        deviceId: opaqueId,
        device: z.string(),
        /** The browser that asks. */
        current: z.boolean(),
        kinds: z.array(noticeKind),
        withDetails: z.boolean(),
        quietFrom: count.optional(),
        quietUntil: count.optional(),
        addedAt: instant,
        /** When the last push reached the push service. */
        deliveredAt: instant.optional(),
      }),
    ),
    /** What is chosen for a device that has chosen nothing. */
    usual: z.object({
      kinds: z.array(noticeKind),
      quietFrom: count,
      quietUntil: count,
    }),
    /** Kinds that every device is told of. */
    always: z.array(noticeKind),
    /** Mail is left out where the same was read on a device within half an hour. */
    mailUnlessRead: z.boolean(),
    /** It was offered and not wanted: it is not offered again, and stays in the settings. */
    declined: z.boolean(),
  })
  .meta({ id: 'Pushes' })

/** From a new device nothing of these can be changed: whoever has a password is told nothing, and silences nobody's phone. */
export const pushApi = {
  pushGet: accountEndpoint('GET', '/api/push', {
    summary: 'プッシュ通知を受け取る端末',
    result: pushes,
  }),

  /** For the browser that asks: a second time replaces the first. */
  pushPost: accountEndpoint('POST', '/api/push', {
    knownDevice: true,
    limit: 'ownMails',
    summary: 'この端末でプッシュ通知を受け取る',
    body: z.object({ ...subscription, ...choice }),
    result: pushes,
    errors: ['PUSH_NOT_OFFERED', 'PUSH_SERVICE_UNKNOWN', 'PUSH_DEVICE_TAKEN'],
  }),

  pushPut: accountEndpoint('PUT', '/api/push', {
    knownDevice: true,
    summary: '端末ごとに、プッシュ通知で受け取る内容を選ぶ',
    body: z.object({ deviceId: opaqueId, ...choice }),
    result: pushes,
  }),

  pushDelete: accountEndpoint('DELETE', '/api/push', {
    knownDevice: true,
    summary: '端末のプッシュ通知をやめる',
    query: z.object({ deviceId: opaqueId }),
    result: pushes,
  }),

  pushChoicePut: accountEndpoint('PUT', '/api/push_choice', {
    summary: 'プッシュ通知とメールの関係、案内を断ること',
    body: z.object({
      mailUnlessRead: z.boolean().optional(),
      declined: z.boolean().optional(),
    }),
    result: pushes,
  }),
}
