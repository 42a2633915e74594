import type { Permission } from '#protocol/procedure.ts'

/** Refused, and nothing to put into the queue either: there is nothing to fill in. */
export const isClosed = (why: Permission | undefined): boolean =>
  why?.allowed === false && why.queueable !== true
