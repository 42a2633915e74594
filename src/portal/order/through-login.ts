import { redirectDocument } from 'react-router'
import { attempt, type Attempted } from '#portal/mypage/flow/attempt.ts'
import { pressedOn } from '#portal/mypage/flow/keep-press.ts'
import { PRESS_PARAMETER } from '#portal/mypage/flow/own-address.ts'
import { sendParsed } from '#portal/mypage/flow/submit.ts'
import { applicationApi } from '#protocol/application.ts'
import type { Sendable } from '#protocol/form.ts'
import { ApiError, type Call } from '#protocol/http.ts'
import { loginAddress } from '#vocabulary/login.ts'

/** A step's form on its way. */
export type Pressed = { readonly call: Call; readonly url: URL; readonly form: FormData }

/** Sends the form of a step by the endpoint's own schema. */
export async function press<Value>(
  pressed: Pressed,
  endpoint: Sendable<Value>,
): Promise<Attempted<Value>> {
  const sent = sendParsed(pressed.call, endpoint, pressed.form)
  return 'refused' in sent ? sent : throughLogin(pressed, sent.sent)
}

/**
 * An application is its account's, and nothing is written to it without the login. Where that has ended, what was typed
 * waits and leads through the login back to its step, where it goes on by itself. What cannot wait (no application is
 * known here) stays in its form.
 */
export async function throughLogin<Value>(
  pressed: Pressed,
  sent: Promise<Value>,
): Promise<Attempted<Value>> {
  const answer = await attempt(pressed.url, sent, undefined, 'stay')
  if (!('refused' in answer) || answer.refused.code !== 'NOT_SIGNED_IN') return answer
  const back = await keepForLogin(pressed)
  if (back !== undefined) throw redirectDocument(loginAddress(back))
  return answer
}

/** @returns where one comes back to */
async function keepForLogin({ call, url, form }: Pressed): Promise<string | undefined> {
  const body = pressedOn(url, form)
  try {
    const { kept: isSaved } = await call(applicationApi.applicationPressPost, { body })
    return isSaved
      ? `${body.path}${body.path.includes('?') ? '&' : '?'}${PRESS_PARAMETER}=1`
      : undefined
  } catch (error) {
    // The form keeps what was typed, as before.
    if (error instanceof ApiError) return undefined
    throw error
  }
}
