import { newWebhookSecret } from '#backend/adapters/webhook-signature.ts'
import { loadContract } from '#backend/contract/load.ts'
import { isContractOver } from '#backend/contract-over.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { WebhookPort } from '#backend/ports/webhook.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { StepDeps } from '#backend/step/record-change.ts'
import { takeFirstStep } from '#backend/step/take-step.ts'
import { MOST_WEBHOOKS, type WebhookEventType } from '#vocabulary/webhook.ts'
import { findWebhooks, webhookAad } from '../rows.ts'
import { webhooks } from '../steps.ts'

const NOT_CALLABLE =
  'https:// で始まる、インターネットから届くアドレスを入力してください（IPアドレス、社内だけの名前、ログインの付いたものは使えません）。'

/**
 * A receiver, told from now on. @returns the secret that signs: from here on it is only used.
 * @throws RefusalError CONTRACT_ENDED, WEBHOOKS_FULL, VALIDATION_FAILED with a sentence for `url`
 */
export async function makeWebhook(
  tx: Db,
  deps: StepDeps & { readonly sealing: Sealing; readonly webhooks: WebhookPort },
  who: Who,
  { url, events }: { readonly url: string; readonly events: readonly WebhookEventType[] },
): Promise<{ webhookId: string; secret: string }> {
  const { contractId, now } = who
  const { sealing } = deps
  if (!deps.webhooks.isCallable(url))
    throw new RefusalError({ code: 'VALIDATION_FAILED', fields: { url: [NOT_CALLABLE] } })
  const { contract } = await loadContract(tx, contractId, { lock: true })
  if (isContractOver(contract.status)) throw new RefusalError('CONTRACT_ENDED')
  if ((await findWebhooks(tx, contractId)).length >= MOST_WEBHOOKS)
    throw new RefusalError('WEBHOOKS_FULL')
  const webhookId = newId('whk')
  const secret = newWebhookSecret()
  await takeFirstStep(tx, deps, who, webhooks, {
    step: 'made',
    values: {
      contract_id: contractId,
      webhook_id: webhookId,
      url_sealed: sealing.seal(webhookAad.url(webhookId), url),
      secret_sealed: sealing.seal(webhookAad.secret(webhookId), secret),
      former_secret_sealed: null,
      former_secret_until: null,
      events: [...new Set(events)],
      made_at: now,
      last_delivered_at: null,
      failing_since: null,
      rests_until: null,
      busy_by: null,
      busy_until: null,
    },
    facts: { host: new URL(url).host },
  })
  return { webhookId, secret }
}
