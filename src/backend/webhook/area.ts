import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { runJob } from '#backend/jobs/queue.ts'
import type { WebhookPort } from '#backend/ports/webhook.ts'
import { webhookHandlers } from './api.ts'
import { sendDue } from './commands/send-due.ts'
import { retryJob, sendJob } from './commands/send-jobs.ts'
import { workOffDue } from './commands/work-off-due.ts'

/** A member's own programs, told of what happens to the contract (docs/decisions/121). */
export function createWebhookArea(deps: AreaDeps & { readonly webhooks: WebhookPort }) {
  const work: AreaWork = {
    jobs: [sendJob, retryJob].map((job) => runJob(job, (run) => sendDue(deps, run))),
    tasks: [{ name: 'webhooks', run: (now) => workOffDue(deps, now) }],
  }
  return { handlers: webhookHandlers(deps), work }
}
