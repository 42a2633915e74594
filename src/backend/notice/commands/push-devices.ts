import { ECDH } from 'node:crypto'
import type { AccountWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { PushPort } from '#backend/ports/push.ts'
import { writePushChoice } from '#backend/push/choice.ts'
import { deleteSubscription, writeChoice, writeSubscription } from '#backend/push/subscriptions.ts'
import { notFound, RefusalError } from '#backend/refusal.ts'
import { recordChange, recordNote, type StepDeps } from '#backend/step/record-change.ts'
import type { PushChoice } from '#domain/notice/push.ts'
import type { Input } from '#protocol/endpoint.ts'
import type { pushApi } from '#protocol/push.ts'
import { pushDeviceMessage } from '../messages.ts'

export type PushDeps = StepDeps & {
  readonly sealing: Sealing
  /** Absent where the operator has set no keys. */
  readonly push: Pick<PushPort, 'isKnown' | 'publicKey'> | undefined
}

type Chosen = Pick<
  Input<typeof pushApi.pushPut>['body'],
  'kinds' | 'withDetails' | 'quietFrom' | 'quietUntil'
>

/**
 * From here on the browser that asks is told. The member gets word of it by mail: somebody else may have the session.
 * @throws RefusalError PUSH_NOT_OFFERED, PUSH_SERVICE_UNKNOWN, PUSH_DEVICE_TAKEN, VALIDATION_FAILED for hours or keys
 */
export async function addPushDevice(
  tx: Db,
  deps: PushDeps,
  who: AccountWho,
  browser: { readonly deviceHash: string | undefined; readonly device: string },
  { endpoint, p256dh, auth, ...chosen }: Input<typeof pushApi.pushPost>['body'],
): Promise<void> {
  const { deviceHash, device } = browser
  if (deps.push === undefined || deviceHash === undefined)
    throw new RefusalError('PUSH_NOT_OFFERED')
  if (!deps.push.isKnown(endpoint)) throw new RefusalError('PUSH_SERVICE_UNKNOWN')
  requirePoint(p256dh)
  const { accountId, now } = who
  const written = await writeSubscription(
    tx,
    deps.sealing,
    { accountId, deviceHash, device },
    { target: { endpoint, keys: { p256dh, auth } }, choice: choiceOf(chosen), now },
  )
  if (written === undefined) throw new RefusalError('PUSH_DEVICE_TAKEN')
  await recordChange(tx, deps, who, {
    action: 'push-device-added',
    target: written.subscriptionId,
    message: written.isNew
      ? () => pushDeviceMessage({ accountId, subscriptionId: written.subscriptionId, device })
      : undefined,
  })
}

/** @throws RefusalError NOT_FOUND for another account's device, VALIDATION_FAILED for hours */
export async function changePushDevice(
  tx: Db,
  who: AccountWho,
  { deviceId, ...chosen }: Input<typeof pushApi.pushPut>['body'],
): Promise<void> {
  const { accountId, now } = who
  const key = { accountId, subscriptionId: deviceId }
  if (!(await writeChoice(tx, key, choiceOf(chosen), now))) throw notFound()
  await recordNote(tx, who, { action: 'push-device-changed', target: deviceId, details: chosen })
}

/** @throws RefusalError NOT_FOUND for another account's device, or one that is gone */
export async function removePushDevice(
  tx: Db,
  who: AccountWho,
  subscriptionId: string,
): Promise<void> {
  const { accountId } = who
  if (!(await deleteSubscription(tx, { accountId, subscriptionId }))) throw notFound()
  await recordNote(tx, who, { action: 'push-device-removed', target: subscriptionId })
}

/** What holds for all devices of the account; what is not given stays. */
export async function changePushChoice(
  tx: Db,
  who: AccountWho,
  { mailUnlessRead, declined }: Input<typeof pushApi.pushChoicePut>['body'],
): Promise<void> {
  const { accountId, now } = who
  await writePushChoice(tx, accountId, { mailUnlessRead, isDeclined: declined }, now)
  const details = { mailUnlessRead, declined }
  await recordNote(tx, who, { action: 'push-choice-changed', target: accountId, details })
}

/** @throws RefusalError VALIDATION_FAILED for one hour without the other, or two that are the same */
function choiceOf({ kinds, withDetails, quietFrom, quietUntil }: Chosen): PushChoice {
  if ((quietFrom === undefined) !== (quietUntil === undefined))
    throw wrong(
      quietFrom === undefined ? 'quietFrom' : 'quietUntil',
      '静かにする時間は、始まりと終わりの両方を選ぶか、両方とも「なし」にしてください。',
    )
  if (quietFrom === undefined || quietUntil === undefined)
    return { kinds, withDetails, quiet: undefined }
  if (quietFrom === quietUntil)
    throw wrong('quietUntil', '静かにする時間の終わりは、始まりと違う時刻を選んでください。')
  return { kinds, withDetails, quiet: { from: quietFrom, until: quietUntil } }
}

/** A key that lies on no curve would fail at every push. @throws RefusalError VALIDATION_FAILED */
function requirePoint(p256dh: string): void {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'hex', 'uncompressed')
  } catch {
    throw wrong('p256dh', '端末の鍵を読み取れませんでした。もう一度お試しください。')
  }
}

const wrong = (field: string, sentence: string) =>
  new RefusalError({ code: 'VALIDATION_FAILED', fields: { [field]: [sentence] } })
