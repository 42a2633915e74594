import type { Result } from '#protocol/endpoint.ts'
import type { webhookApi } from '#protocol/webhook.ts'

export type Webhooks = Result<typeof webhookApi.webhooksGet>
export type Webhook = Webhooks['webhooks'][number]
export type Delivery = Result<typeof webhookApi.webhooksDeliveriesGet>['deliveries'][number]
