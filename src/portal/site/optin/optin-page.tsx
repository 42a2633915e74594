import { useState } from 'react'
import { data, redirect, redirectDocument, useRouteLoaderData } from 'react-router'
import { callOf, pageOf } from '#portal/request.ts'
import { FragmentPage } from '#portal/site/fragment.tsx'
import { fetchPage, loadPage } from '#portal/site/load-page.ts'
import { type ConsentState, giveConsent, readConsent } from './consent.ts'
import type { Route } from './+types/optin-page.ts'
import { brand } from '#brand'
import type { loader as rootLoader } from '#portal/root.tsx'
import { antiForgery } from '#protocol/conventions.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'

type OptinFormProps = { state: ConsentState | undefined; refused: string | undefined }

/** Agree or withdraw, whichever can be done; a visitor is led to the login and back. */
function OptinForm({ state, refused }: OptinFormProps) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  if (!root?.auth.dmm_login || !state)
    return (
      <>
        <p>手続きには、{brand.account}でのログインが必要です。</p>
        <p>
          <ButtonLink href={`/auth/login?back=${encodeURIComponent('/privacy_policy')}`}>
            ログインして手続きする
          </ButtonLink>
        </p>
      </>
    )
  if ('unknown' in state) return <Notice tone="warning">{state.unknown}</Notice>
  const { agreed, at, textVersion, current } = state.consent
  return (
    <form method="post" action="/privacy_policy#consent" className="form">
      {refused ? (
        <Notice tone="danger" role="alert">
          {refused}
        </Notice>
      ) : null}
      <p>
        {agreed && at
          ? `${formatDateTime(at)}に同意しています（第${textVersion}版）。`
          : '現在、同意していません。'}
      </p>
      <input type="hidden" name={antiForgery.field} value={root.xsrfToken} />
      <input type="hidden" name="idempotencyKey" value={state.idempotencyKey} />
      <input type="hidden" name="textVersion" value={current.textVersion} />
      <input type="hidden" name="agreed" value={agreed ? '0' : '1'} />
      <Button kind={agreed ? 'secondary' : 'primary'}>
        {agreed ? '同意を撤回する' : '情報の提供に同意する'}
      </Button>
    </form>
  )
}

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
