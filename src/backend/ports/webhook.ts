import type { AttemptCause } from '#vocabulary/webhook.ts'

/** One try to deliver an event (Standard Webhooks 1.0: “Webhook metadata”). */
export type WebhookSend = {
  /** The same for every try. */
  readonly id: string
  /** Of this try, by the machine's time: the receiver compares it with its own clock. */
  readonly at: Temporal.Instant
  readonly body: string
  /** Each signs; more than one while the receiver changes over to a new one. */
  readonly secrets: readonly string[]
}

export type WebhookAnswer =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly text: string
      readonly retryAfterSeconds: number | undefined
    }
  | { readonly kind: 'noAnswer'; readonly cause: AttemptCause }

/** Receivers that members have named. */
export type WebhookPort = {
  /** Whether an address could be one on the public internet: https, a host with a domain, no login in it. It is not called for it. */
  readonly isCallable: (url: string) => boolean
  readonly send: (url: string, send: WebhookSend) => Promise<WebhookAnswer>
}
