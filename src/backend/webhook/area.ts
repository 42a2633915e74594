import type { AreaDeps, AreaHandlers, AreaWork } from '#backend/area.ts'
import { memberOf, type Caller } from '#backend/caller.ts'
import { whoOf } from '#backend/contract/who.ts'
import { runJob } from '#backend/jobs/queue.ts'
import type { WebhookPort } from '#backend/ports/webhook.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import { changeSecret, changeWebhook, removeWebhook } from './commands/keep-webhook.ts'
import { makeWebhook } from './commands/make-webhook.ts'
import { sendAgain, sendTest } from './commands/send-deliveries.ts'
import { sendDue } from './commands/send-due.ts'
import { retryJob, sendJob } from './commands/send-jobs.ts'
import { workOffDue } from './commands/work-off-due.ts'
import { readDeliveries } from './queries/deliveries.ts'
import { readWebhooks } from './queries/webhooks.ts'

/** A member's own programs, told of what happens to the contract (docs/decisions/121). */
export function createWebhookArea(deps: AreaDeps & { readonly webhooks: WebhookPort }) {
  const work: AreaWork = {
    jobs: [sendJob, retryJob].map((job) => runJob(job, (run) => sendDue(deps, run))),
    tasks: [{ name: 'webhooks', run: (now) => workOffDue(deps, now) }],
  }
  return { handlers: webhookHandlers(deps), work }
}

function webhookHandlers(
  deps: Pick<AreaDeps, 'sealing' | 'queue' | 'outbox'> & { readonly webhooks: WebhookPort },
) {
  const { sealing } = deps
  const list = (caller: Caller) =>
    readWebhooks(caller.db, sealing, memberOf(caller).contractId, caller.now)
  return {
    webhooksGet: (_input, caller) => list(caller),

    webhooksPost: ({ body }, caller) => makeWebhook(caller.db, deps, whoOf(caller), body),

    async webhooksPut({ body }, caller) {
      await changeWebhook(caller.db, deps, whoOf(caller), body)
      return list(caller)
    },

    async webhooksDelete({ query }, caller) {
      await removeWebhook(caller.db, whoOf(caller), query)
      return list(caller)
    },

    async webhooksSecretPost({ body }, caller) {
      const { secret, formerUntil } = await changeSecret(caller.db, deps, whoOf(caller), body)
      return { webhookId: body.webhookId, secret, formerUntil: formatRfc3339(formerUntil) }
    },

    webhooksTestPost: ({ body }, caller) => sendTest(caller.db, deps, whoOf(caller), body),

    webhooksDeliveriesGet: ({ query: { webhookId } }, caller) => {
      const { contractId } = memberOf(caller)
      return readDeliveries(caller.db, sealing, { contractId, webhookId }, caller.now)
    },

    async webhooksDeliveriesPost({ body }, caller) {
      return { ...body, ...(await sendAgain(caller.db, deps, whoOf(caller), body)) }
    },
  } satisfies AreaHandlers
}
