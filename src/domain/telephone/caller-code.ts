import type { Instant } from '../tokyo.ts'

/** Ours: how a caller's code is used; shorter than a change of contacts allows, since somebody waits at the telephone. */
export const CALLER_CODE_DIGITS = 6
const VALID_MINUTES = 10
/** Wrong codes with one issued code, and wrong answers about one account in a day. */
export const MOST_WRONG = 5
/** Codes that staff send to the contacts of one account within a day. */
export const MOST_SENT = 5
/** A contact that was changed within these days proves nobody: whoever changed it may be calling. */
export const CONTACT_REST_DAYS = 7

export const callerCodeEnds = (issuedAt: Instant): Instant =>
  issuedAt.add({ minutes: VALID_MINUTES })

export const wrongLeft = (tries: number): number => Math.max(0, MOST_WRONG - tries)
