import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import { findRow, insertRow } from '#backend/db/rows.ts'
import { deviceHash } from '#backend/login/devices.ts'
import { deviceWords } from '#backend/login/device-words.ts'
import { nameAad } from '#backend/passkey/rows.ts'
import { passkeys } from '#backend/passkey/steps.ts'
import { openTarget, writeSubscription } from '#backend/push/subscriptions.ts'
import { withoutMessages } from '#backend/step/record-change.ts'
import { takeFirstStep } from '#backend/step/take-step.ts'
import { makeWidget } from '#backend/widget/commands/make-widget.ts'
import { usualPushChoice } from '#domain/notice/push.ts'
import { settlesAt } from '#domain/passkey/passkey.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { Services } from '#server/services.ts'
import { subjectOf } from './demo-members.ts'
import type { SeedContract } from './life.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'
/** What lies in its browser: nobody of the demo logs in with it. */
const IN_BROWSER = 'what-lies-in-the-browser-of-the-phone-of-ito'
const DAYS_AGO = 20

/** 伊藤 has put my page on the home screen of an iPhone: a device of its own, a passkey in it, and a card of what is left. */
export async function seedItoPhone(
  { sealing, config }: Services,
  tx: Db,
  { contractId, accountId }: Pick<SeedContract, 'contractId' | 'accountId'>,
  now: Instant,
) {
  const at = now.subtract({ hours: 24 * DAYS_AGO })
  const hash = deviceHash(accountId, IN_BROWSER)
  await insertRow(tx, 'device', {
    account_id: accountId,
    device_hash: hash,
    first_seen_at: at,
    last_seen_at: now,
    known_from: at,
  })
  const who = { actor: 'member', contractId, accountId, now: at, traceKey: 'seed' } as const
  // What the demo's past has told its members is written elsewhere.
  const outbox = { ...withoutMessages.outbox, postAll: async () => undefined }
  const passkeyId = newId('pk')
  await takeFirstStep(tx, { outbox }, who, passkeys, {
    step: 'added',
    values: {
      account_id: accountId,
      passkey_id: passkeyId,
      credential_id: randomBytes(16).toString('base64url'),
      public_key: publicKeyOfNobody(),
      sign_count: 0,
      transports: ['internal', 'hybrid'],
      name_sealed: sealing.seal(nameAad(passkeyId), 'いつものiPhone'),
      is_synced: true,
      added_at: at,
      settles_at: settlesAt(at, false),
      last_used_at: now.subtract({ hours: 24 }),
      device_hash: hash,
      user_agent: IPHONE,
    },
  })
  await makeWidget(tx, { publicUrl: config.PUBLIC_URL }, who, { name: 'iPhoneのホーム画面' })
}

/** As a device would give it (COSE, ES256); its private half is thrown away. */
function publicKeyOfNobody(): string {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const head = Buffer.from('a5010203262001215820', 'hex')
  const middle = Buffer.from('225820', 'hex')
  const [left, right] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return Buffer.concat([head, left, middle, right]).toString('base64url')
}

const device = z.object({
  id: z.string(),
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
})

/**
 * The same phone is told by push. The stand-in of its push service has another address at each start, as a browser may give
 * itself another one; who has taken the phone off the list stays without.
 */
export async function subscribeItoPhone(services: Services, isFirstStart: boolean) {
  const { database, sealing, clock, config } = services
  const url = config.PUSH_SERVICES.find((service) => service.includes('://'))
  const account = await findRow(database.db, 'account', { subject: subjectOf('ito') }, 'account_id')
  if (url === undefined || account === undefined) return
  const accountId = account.account_id
  const deviceOf = { accountId, deviceHash: deviceHash(accountId, IN_BROWSER) }
  const known = await findRow(database.db, 'push_subscription', {
    account_id: accountId,
    device_hash: deviceOf.deviceHash,
  })
  if (known === undefined && !isFirstStart) return
  const target =
    known === undefined ? await subscribe(url) : movedTo(url, openTarget(sealing, known))
  await database.db
    .transaction()
    .execute((tx) =>
      writeSubscription(
        tx,
        sealing,
        { ...deviceOf, device: deviceWords(IPHONE) },
        { target, choice: usualPushChoice, now: clock.now() },
      ),
    )
}

async function subscribe(url: string) {
  const answer = await fetch(`${url}/__devices`, { method: 'POST' })
  const { endpoint, keys } = device.parse(await answer.json())
  return { endpoint, keys }
}

const movedTo = (url: string, target: Pick<z.output<typeof device>, 'endpoint' | 'keys'>) => ({
  ...target,
  endpoint: url + new URL(target.endpoint).pathname,
})
