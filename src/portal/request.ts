import type { RouterContextProvider } from 'react-router'
import { pageContext, type PageContext } from '#portal/context.ts'
import { antiForgery, createCall, type Call } from '#protocol/http.ts'

export function pageOf(context: Readonly<RouterContextProvider>): PageContext {
  const page = context.get(pageContext)
  if (!page) throw new Error('the server gave no page context')
  return page
}

/** The typed client of the member API for a loader, or for an action with the form's own token. */
export function callOf(context: Readonly<RouterContextProvider>, form?: FormData): Call {
  const { fetch } = pageOf(context)
  const token = form?.get(antiForgery.field)
  return createCall({
    fetch,
    headers: typeof token === 'string' ? { [antiForgery.header]: token } : {},
  })
}
