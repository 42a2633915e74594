import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import {
  antiForgery,
  idempotencyKeyHeader,
  PASSKEY_BEGIN_PATH,
  PASSKEY_PROOF_BEGIN_PATH,
  readAntiForgeryToken,
  readCookie,
} from '#protocol/conventions.ts'
import { isRecord, unwrap } from '#protocol/reading.ts'

/** What the device has signed, as the form sends it; or why there is nothing, in a sentence. */
export type Signed = { readonly response: string } | { readonly failed: string }

// Only who presses the button is sent the library.
const library = () => import('@simplewebauthn/browser')

/** Has the device make a passkey. */
export const makePasskey = (): Promise<Signed> =>
  sign(PASSKEY_BEGIN_PATH, async (options) => {
    if (!isCreation(options)) throw new Error('not what a passkey is made from')
    return (await library()).startRegistration({ optionsJSON: options })
  })

/** Has the device show one of the account's passkeys. */
export const showPasskey = (): Promise<Signed> =>
  sign(PASSKEY_PROOF_BEGIN_PATH, async (options) => {
    if (!isRequest(options)) throw new Error('nothing that can be signed')
    return (await library()).startAuthentication({ optionsJSON: options })
  })

// The API's own answers: their whole shape is declared in protocol/passkey.ts.
const isRequest = (options: unknown): options is PublicKeyCredentialRequestOptionsJSON =>
  isRecord(options) && typeof options['challenge'] === 'string'
const isCreation = (options: unknown): options is PublicKeyCredentialCreationOptionsJSON =>
  isRequest(options) && 'user' in options

async function sign(path: string, ask: (options: unknown) => Promise<object>): Promise<Signed> {
  if (!('PublicKeyCredential' in window))
    return { failed: 'お使いのブラウザーでは、パスキーをお使いいただけません。' }
  const begun = await begin(path)
  if ('failed' in begun) return begun
  try {
    return { response: JSON.stringify(await ask(begun.options)) }
  } catch (error) {
    return { failed: sentenceOf(error) }
  }
}

async function begin(
  path: string,
): Promise<{ readonly options: unknown } | { readonly failed: string }> {
  const token = readAntiForgeryToken((name) => readCookie(document.cookie, name)) ?? ''
  const headers = { [antiForgery.header]: token, [idempotencyKeyHeader]: crypto.randomUUID() }
  try {
    const answer = await fetch(path, { method: 'POST', headers })
    const body: unknown = await answer.json()
    if (answer.ok) return { options: unwrap(body)?.result }
    const error = isRecord(body) ? body['error'] : undefined
    const said = isRecord(error) ? error['message'] : undefined
    return { failed: typeof said === 'string' ? said : UNANSWERED }
  } catch {
    return { failed: UNANSWERED }
  }
}

const UNANSWERED = '通信できませんでした。電波の届くところで、もう一度お試しください。'

/** By the names that Web Authentication gives its errors; the library keeps them. */
function sentenceOf(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'この端末のパスキーは、すでに登録されています。'
  if (name === 'NotSupportedError')
    return 'この端末では、パスキーをお使いいただけません。画面ロックを設定してから、もう一度お試しください。'
  return '確認が途中で終わりました。もう一度お試しください。'
}
