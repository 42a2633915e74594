import { data } from 'react-router'
import { ApiError } from '#protocol/http.ts'
import type { ErrorCode } from '#protocol/errors.ts'
import type { Refusal } from '#vocabulary/refusal.ts'
import type { Part } from './part.ts'

const GENERAL =
  'ただいま情報を取得できません。ご契約とデータに影響はありません。数分おいてから、もう一度お試しください。'

/**
 * Takes the failure of a part's call as a value, so that one part may fail without taking the screen with it. What the
 * screen is about is asked for with `ask` of the flow instead, which leads to the error page or the login.
 */
export async function attempt<Value>(call: Promise<Value>): Promise<Part<Value>> {
  try {
    return { ok: true, value: await call }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { failure, traceKey } = error
    const failed: Refusal<ErrorCode> = {
      code: 'UNAVAILABLE',
      message: GENERAL,
      ...failure,
      traceKey,
    }
    return { ok: false, failed }
  }
}

const unknown = new Set<string | undefined>(['NOT_FOUND', 'VALIDATION_FAILED'])

/** What the address names does not exist, is another member's or no name at all: the whole page is not found. */
export function throwIfUnknown(...parts: readonly Part<unknown>[]) {
  if (parts.some((part) => !part.ok && unknown.has(part.failed.code)))
    throw data(null, { status: 404 })
}
