import { useState } from 'react'
import { data, redirect, redirectDocument } from 'react-router'
import { callOf, pageOf } from '#portal/request.ts'
import { FragmentPage } from '#portal/site/fragment.tsx'
import { fetchPage, loadPage } from '#portal/site/load-page.ts'
import { giveConsent, readConsent } from './consent.ts'
import { OptinForm } from './optin-form.tsx'
import type { Route } from './+types/optin-page.ts'

const PAGE = '/privacy_policy'

/** The opt-in page of the points partner (spec 2.1): the text for everybody, the form for who is signed in. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const state = pageOf(context).auth.dmm_login ? await readConsent(callOf(context)) : undefined
  return { ...loadPage(context, url), state }
}

export async function action({ context, request }: Route.ActionArgs) {
  if (!pageOf(context).auth.dmm_login)
    return redirectDocument(`/auth/login?back=${encodeURIComponent(PAGE)}`)
  const form = await request.formData()
  const refused = await giveConsent(callOf(context, form), form)
  return refused ? data({ refused }, { status: 409 }) : redirect(`${PAGE}#consent`)
}

/** In the app the text travels as a fragment, like every static page's, and the state of the consent beside it. */
export async function clientLoader({ url, serverLoader }: Route.ClientLoaderArgs) {
  const [page, { state }] = await Promise.all([fetchPage(url), serverLoader()])
  return { ...page, state }
}

export { fragmentMeta as meta, isOtherPage as shouldRevalidate } from '#portal/site/load-page.ts'

export default function OptinPage({ loaderData, actionData }: Route.ComponentProps) {
  // The answer to a post comes with a new document; loading the other variant afterwards must not take it away.
  const [refused] = useState(actionData?.refused)
  const form = <OptinForm state={loaderData.state} refused={refused} />
  return <FragmentPage page={loaderData} slots={{ 'optin-form': form }} />
}
