import type { RouterContextProvider } from 'react-router'
import { pageOf } from '#portal/request.ts'
import { idempotencyKeyPattern } from '#protocol/conventions.ts'

/**
 * What every form of a procedure carries. `draft` is minted when 入力 is opened and travels with the answers: together
 * with the conditions that were confirmed it makes the idempotency key, so that a double click, a second tab of the
 * same draft, or going back and sending again has one effect, while another choice is another order.
 */
export type FormKeys = { readonly xsrfToken: string; readonly draft: string }

export function keysOf(context: Readonly<RouterContextProvider>, url: URL): FormKeys {
  const given = url.searchParams.get('draft') ?? ''
  return {
    xsrfToken: pageOf(context).xsrfToken,
    draft: draftPattern.test(given) ? given : crypto.randomUUID(),
  }
}

/**
 * Keys of a form that is a request of its own each time it is shown: pressed twice it has one effect, but who comes back to
 * it and presses again wants it again.
 */
export const freshKeysOf = (context: Readonly<RouterContextProvider>): FormKeys => ({
  xsrfToken: pageOf(context).xsrfToken,
  draft: crypto.randomUUID(),
})

const draftPattern = /^[0-9a-f-]{36}$/

/** Out of the posted form; a form without a usable one (written by hand) still has one effect per click. */
export function idempotencyKeyOf(form: FormData): string {
  const key = textOf(form, 'idempotencyKey')
  return idempotencyKeyPattern.test(key) ? key : crypto.randomUUID()
}

export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
