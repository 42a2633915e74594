/** Where a device takes what is pushed to it, and the keys that only it has the other half of (RFC 8291). */
export type PushTarget = {
  readonly endpoint: string
  /** Both base64url. */
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/** What a push service says to one message (RFC 8030). */
export type PushAnswer =
  | { readonly kind: 'delivered' }
  /** The device takes no more: the browser was reset, or the permission withdrawn. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'tooLarge' }
  /** For now; after so many seconds, as far as it says. */
  | { readonly kind: 'later'; readonly afterSeconds: number }
  /** The same again will not do better: our keys, or an address that must not be called. */
  | { readonly kind: 'refused'; readonly cause: string }
  | { readonly kind: 'noAnswer'; readonly cause: string }

export type PushPort = {
  /** By which a browser knows that a message is ours; base64url. */
  readonly publicKey: string
  /** Whether an address is that of a push service we know. It is not called for it. */
  readonly isKnown: (endpoint: string) => boolean
  readonly send: (
    target: PushTarget,
    payload: string,
    how: { readonly ttlSeconds: number; readonly urgency: 'high' | 'normal' },
  ) => Promise<PushAnswer>
}
