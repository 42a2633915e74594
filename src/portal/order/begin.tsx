import { data, redirect } from 'react-router'
import { attempt } from '#portal/mypage/flow/attempt.ts'
import { freshKeysOf, idempotencyKeyOf } from '#portal/mypage/flow/keys.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { FragmentPage } from '#portal/site/fragment.tsx'
import { fetchPage, loadPage } from '#portal/site/load-page.ts'
import { applicationApi } from '#protocol/application.ts'
import { keepApplication } from '#protocol/conventions.ts'
import { ApiError, type Call } from '#protocol/http.ts'
import { orderPages } from '#vocabulary/site-pages.ts'
import { BeginCard, type Begun } from './begin-card.tsx'
import { isUnderWay, pathOf } from './places.ts'
import type { Route } from './+types/begin.ts'

/** What an order needs and how it goes, with its entrance: a new one, one to go on with, or the state of one that was sent. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const begun = await readBegun(callOf(context))
  return { ...loadPage(context, url), begun, keys: freshKeysOf(context), asked: url.search }
}

/** Nothing is begun, as far as can be said: the page is there without the database too. */
async function readBegun(call: Call): Promise<Begun | undefined> {
  try {
    const { state, stateLabel, answers, next, quote, expiresAt, account } = await call(
      applicationApi.applicationGet,
    )
    if (state === 'none') return account.hasContract ? { state: 'contracted' } : undefined
    if (isUnderWay(state)) return { state: 'sent', stateLabel }
    if (state !== 'open') return undefined
    const words = [quote?.planName, `${answers.lines.length}回線`].filter(Boolean).join('・')
    return { state: 'open', path: pathOf(next), words, expiresAt }
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** 「入力した内容を削除する」 */
export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  const answer = await attempt(
    url,
    callOf(context, form)(applicationApi.applicationDelete, {
      idempotencyKey: idempotencyKeyOf(form),
    }),
  )
  if ('refused' in answer) return data({ refused: answer.refused.message }, { status: 409 })
  return redirect(`${orderPages.begin}?deleted=1`, {
    headers: { 'Set-Cookie': keepApplication('', pageOf(context).origin) },
  })
}

/** In the app the text travels as a fragment, like every static page's, and what was begun beside it. */
export async function clientLoader({ url, serverLoader }: Route.ClientLoaderArgs) {
  const [page, { begun, keys, asked }] = await Promise.all([fetchPage(url), serverLoader()])
  return { ...page, begun, keys, asked }
}

export { fragmentMeta as meta } from '#portal/site/load-page.ts'

export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { begun, keys, asked } = loaderData
  return (
    <FragmentPage
      page={loaderData}
      slots={{
        'order-begin': <BeginCard {...{ begun, keys, asked }} refused={actionData?.refused} />,
      }}
    />
  )
}
