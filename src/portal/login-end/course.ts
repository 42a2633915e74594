import type { Reply } from './left.ts'

/** Warned so long before the end (ours; WCAG 2.2.1 wants 20 seconds at least), and once more near it. */
export const WARN_SECONDS = 120
export const LAST_CALL_SECONDS = 30
const SAID_STEP_SECONDS = 5
/** Where nobody answered. */
const AGAIN_SECONDS = 15

/** What a tab shows of its login's end: nothing, how much is left, or that it is over. */
export type Shown =
  | undefined
  | 'over'
  | {
      readonly canGoOn: boolean
      /** By the device's clock, in milliseconds. */
      readonly endsAtMs: number
      /** What is said aloud: it changes where it is to be heard again, and not every second. */
      readonly saidSeconds: number
    }

/** What to show on an answer, and when to ask again: it may have been used in another tab meanwhile. */
export function courseOf(
  reply: Reply,
  shown: Shown,
  nowMs: number,
): { readonly shown: Shown; readonly askInSeconds: number | undefined } {
  if (reply === undefined) return { shown, askInSeconds: AGAIN_SECONDS }
  if (reply === 'over') return { shown: 'over', askInSeconds: undefined }
  const { secondsLeft, canGoOn } = reply
  if (secondsLeft > WARN_SECONDS)
    return { shown: undefined, askInSeconds: secondsLeft - WARN_SECONDS }
  const isLast = secondsLeft <= LAST_CALL_SECONDS
  const said = typeof shown === 'object' && !isLast ? shown.saidSeconds : roundUp(secondsLeft)
  return {
    shown: { canGoOn, endsAtMs: nowMs + secondsLeft * 1000, saidSeconds: said },
    // A second late: rounded down, the login is over by then.
    askInSeconds: isLast ? secondsLeft + 1 : secondsLeft - LAST_CALL_SECONDS,
  }
}

/** 119 seconds are said as two minutes: an answer takes its time, too. */
const roundUp = (seconds: number) => Math.ceil(seconds / SAID_STEP_SECONDS) * SAID_STEP_SECONDS

/** 「2分」, 「1分5秒」, 「30秒」. */
export function lastsWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const rest = seconds % 60
  if (minutes === 0) return `${rest}秒`
  return rest === 0 ? `${minutes}分` : `${minutes}分${rest}秒`
}
