export type Facts = Readonly<Record<string, string | number | boolean>>

/** "No, because …": one value from the rule that decides it to the screen that shows it. */
export type Refusal<Code extends string = string, At = string> = {
  readonly code: Code
  /** One sentence for the member; the error table's unless a more exact one is given. */
  readonly message?: string | undefined
  /** Sentences by field, where the form itself was not taken. */
  readonly fields?: Readonly<Record<string, readonly string[]>> | undefined
  /** When it lifts by itself: an instant in the rules; on the wire a date, or an instant where minutes matter. */
  readonly freeFrom?: At | undefined
  /** Number of the order that is in the way, so that the screen can lead there. */
  readonly blockedBy?: string | undefined
  /** It will be allowed without anybody doing anything, so the request may be put in the queue. */
  readonly queueable?: boolean | undefined
  /** The values it was decided from. */
  readonly facts?: Facts | undefined
  /** お問い合わせ番号 of the request that was refused, where a screen shows it. */
  readonly traceKey?: string | undefined
}
