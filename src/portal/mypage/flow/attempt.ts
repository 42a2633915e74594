import type { Refusal } from '#vocabulary/refusal.ts'
import { data, redirectDocument } from 'react-router'
import { againAddress } from '#portal/mypage/flow/address.ts'
import {
  keepOverLogin,
  keepPress,
  type Keeper,
  type Press,
} from '#portal/mypage/flow/keep-press.ts'
import { holdApi } from '#protocol/hold.ts'
import { ApiError } from '#protocol/http.ts'
import { type ErrorCode, errors } from '#protocol/errors.ts'
import { proofWantedBy } from '#protocol/proof.ts'
import { loginAddress } from '#vocabulary/login.ts'
import { proofAddress } from '#vocabulary/proof.ts'

/** The call's value, or why it was refused. */
export type Attempted<Value> = { readonly value: Value } | { readonly refused: Refusal<ErrorCode> }

/**
 * Runs a call of the member API for a loader or an action. A refusal comes back as data, so that the page can keep
 * what was typed. An old login leads to the login page and back here, where a press goes on by itself; what no page can
 * mend is thrown as an error page.
 */
export async function attempt<Value>(
  url: URL,
  call: Promise<Value>,
  press?: Press,
  /** Of an order: its fields live nowhere else, so where nobody is known whose it is, its form stays and says so. */
  keeperOfOrder?: Keeper,
): Promise<Attempted<Value>> {
  try {
    return { value: await call }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // An answer nobody can read is a defect, to be reported; no answer at all is an outage.
    if (!error.failure && error.httpStatus !== 0) throw error
    const code = error.failure?.code ?? 'UNAVAILABLE'
    if (code === 'NOT_SIGNED_IN') {
      const keeper = keeperOfOrder ?? holdApi.loginPressPost
      const back = press && (await keepOverLogin(url, press, keeper))
      // The login lies outside the app, so the browser loads it as a document.
      if (back !== undefined || keeperOfOrder === undefined)
        throw redirectDocument(loginAddress(back ?? url.pathname + url.search))
    }
    const proof = proofWantedBy(code)
    if (proof) {
      const back = press ? await keepPress(url, press, proof) : againAddress(url, 'verified')
      throw redirectDocument(proofAddress(proof, back))
    }
    const refused = refusedOf(error, code)
    // Of a press in an outage the form stays, with what was typed: it is the only place where that is.
    const isUnsent = press !== undefined && code === 'UNAVAILABLE'
    if (isBeyondThePage(refused) && !isUnsent) throw errorPage(refused)
    return { refused }
  }
}

/** As `attempt`, where no refusal is foreseen: any becomes the error page. */
export async function ask<Value>(url: URL, call: Promise<Value>): Promise<Value> {
  const answer = await attempt(url, call)
  if ('refused' in answer) throw errorPage(answer.refused)
  return answer.value
}

function refusedOf({ failure, traceKey }: ApiError, code: ErrorCode) {
  return { message: errors[code].message, ...failure, code, traceKey }
}

/** The HTTP status of a page that shows the refusal. */
export const statusOf = ({ code }: Refusal<ErrorCode>): number => errors[code].httpStatus

const isBeyondThePage = (refused: Refusal<ErrorCode>) =>
  (statusOf(refused) >= 500 && refused.code !== 'OUTCOME_UNKNOWN') ||
  refused.code === 'NOT_FOUND' ||
  refused.code === 'ACCESS_DENIED'

function errorPage(refused: Refusal<ErrorCode>) {
  const { message, traceKey } = refused
  return data({ message, traceKey }, { status: statusOf(refused) })
}
