import { newWebhookSecret } from '#backend/adapters/webhook-signature.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import { RefusalError } from '#backend/refusal.ts'
import { recordNote, type StepDeps } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { SECRET_OVERLAP_HOURS, type WebhookEventType } from '#vocabulary/webhook.ts'
import { hostOf, lockWebhook, removeWebhooks, webhookAad } from '../rows.ts'
import { webhooks } from '../steps.ts'
import { queueSends } from './send-jobs.ts'

type Deps = StepDeps & { readonly sealing: Sealing; readonly queue: JobQueue }

/**
 * What it is told of, and whether it is told anything. Begun again, it gets what still waits for it.
 * @throws RefusalError NOT_FOUND also for another member's
 */
export async function changeWebhook(
  tx: Db,
  deps: Deps,
  who: Who,
  wanted: {
    readonly webhookId: string
    readonly events: readonly WebhookEventType[]
    readonly isOn: boolean
  },
): Promise<void> {
  const { contractId } = who
  const { webhookId, isOn } = wanted
  const row = await lockWebhook(tx, { contractId, webhookId })
  const patch = { events: [...new Set(wanted.events)] }
  if (isOn === (row.state === 'on')) {
    await takeStep(tx, deps, who, webhooks, { row, step: 'events_chosen', patch })
    return
  }
  const step = isOn ? 'switched_on' : 'switched_off'
  const fresh = { unanswered: 0, rests_until: null, failing_since: null }
  const changed = await takeStep(tx, deps, who, webhooks, {
    row,
    step,
    patch: { ...patch, ...fresh },
  })
  if (isOn) await queueSends(tx, deps.queue, [changed])
}

/** It is told nothing from now on, and what it was told is forgotten. @throws RefusalError NOT_FOUND */
export async function removeWebhook(
  tx: Db,
  who: Who,
  { webhookId }: { readonly webhookId: string },
): Promise<void> {
  if ((await removeWebhooks(tx, who.contractId, webhookId)) === 0)
    throw new RefusalError('NOT_FOUND')
  await recordNote(tx, who, { action: 'webhook-removed', target: webhookId })
}

/**
 * Another secret; the one of before signs as well for `SECRET_OVERLAP_HOURS`. @throws RefusalError NOT_FOUND
 */
export async function changeSecret(
  tx: Db,
  deps: Deps,
  who: Who,
  { webhookId }: { readonly webhookId: string },
) {
  const row = await lockWebhook(tx, { contractId: who.contractId, webhookId })
  const secret = newWebhookSecret()
  const formerUntil = who.now.add({ hours: SECRET_OVERLAP_HOURS })
  await takeStep(tx, deps, who, webhooks, {
    row,
    step: 'secret_changed',
    patch: {
      secret_sealed: deps.sealing.seal(webhookAad.secret(webhookId), secret),
      former_secret_sealed: row.secret_sealed,
      former_secret_until: formerUntil,
    },
    facts: { host: hostOf(deps.sealing, row) },
  })
  return { secret, formerUntil }
}
