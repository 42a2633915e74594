import { data, redirectDocument } from 'react-router'
import { againAddress } from '#portal/mypage/flow/address.ts'
import { ApiError } from '#protocol/http.ts'
import { type ErrorCode, errors } from '#protocol/errors.ts'

/** A refusal as a screen shows it: the rule, the sentence, from when, and the number to quote. */
export type Refused = {
  readonly code: ErrorCode
  readonly message: string
  readonly fields: Readonly<Record<string, readonly string[]>>
  readonly freeFrom?: string
  readonly traceKey?: string
  readonly httpStatus: number
}

export type Attempted<Value> = { readonly value: Value } | { readonly refused: Refused }

/**
 * Runs a call of the member API for a loader or an action. A refusal comes back as data, so that the page can keep
 * what was typed. An old login leads to the login page and back here; what no page can mend is thrown as an error page.
 */
export async function attempt<Value>(url: URL, call: Promise<Value>): Promise<Attempted<Value>> {
  try {
    return { value: await call }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // An answer nobody can read is a defect, to be reported; no answer at all is an outage.
    if (!error.failure && error.httpStatus !== 0) throw error
    const code = error.failure?.code ?? 'UNAVAILABLE'
    if (code === 'NOT_SIGNED_IN') throw loginAgain(url.pathname + url.search)
    if (code === 'FRESH_LOGIN_REQUIRED') throw loginAgain(againAddress(url, 'verified'), true)
    const refused = refusedOf(error, code)
    if (isBeyondThePage(refused)) throw errorPage(refused)
    return { refused }
  }
}

/** As `attempt`, where no refusal is foreseen: any becomes the error page. */
export async function ask<Value>(url: URL, call: Promise<Value>): Promise<Value> {
  const answer = await attempt(url, call)
  if ('refused' in answer) throw errorPage(answer.refused)
  return answer.value
}

function refusedOf(error: ApiError, code: ErrorCode): Refused {
  const { failure, traceKey, httpStatus } = error
  return {
    code,
    message: failure?.message ?? errors[code].message,
    fields: failure?.fields ?? {},
    ...(failure?.freeFrom && { freeFrom: failure.freeFrom }),
    ...(traceKey && { traceKey }),
    httpStatus: httpStatus === 0 ? errors[code].httpStatus : httpStatus,
  }
}

const isBeyondThePage = ({ code, httpStatus }: Refused) =>
  httpStatus >= 500 || code === 'NOT_FOUND' || code === 'ACCESS_DENIED'

function errorPage({ message, traceKey, httpStatus }: Refused) {
  return data({ message, traceKey }, { status: httpStatus })
}

/** The login lies outside the app, so the browser loads it as a document. */
function loginAgain(back: string, fresh = false) {
  const asked = new URLSearchParams({ ...(fresh && { fresh: '1' }), back })
  return redirectDocument(`/auth/login?${asked}`)
}
