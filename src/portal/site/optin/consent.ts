import type { Result } from '#protocol/endpoint.ts'
import { ApiError, type Call } from '#protocol/http.ts'
import { api } from '#protocol/index.ts'

export type Consent = Result<typeof api.optInStatusGet>

/** What the page knows of the consent; `unknown` says in words why it cannot be shown. */
export type ConsentState = { consent: Consent; idempotencyKey: string } | { unknown: string }

const GENERAL = 'ただいま同意の状況を確認できません。数分おいてから、もう一度お試しください。'

export async function readConsent(call: Call): Promise<ConsentState> {
  try {
    const consent = await call(api.optInStatusGet)
    return { consent, idempotencyKey: crypto.randomUUID() }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { unknown: GENERAL }
  }
}

/** Agrees or withdraws; gives the sentence for the member when it is refused. */
export async function giveConsent(call: Call, form: FormData): Promise<string | undefined> {
  const field = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  try {
    await call(api.optInRegisterPost, {
      body: { agreed: field('agreed') === '1', textVersion: field('textVersion') },
      idempotencyKey: field('idempotencyKey'),
    })
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.failure?.message ?? GENERAL
  }
}
