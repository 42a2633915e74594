import { redirect } from 'react-router'
import { pages } from '#vocabulary/pages.ts'
import { ask, attempt } from '#portal/mypage/flow/attempt.ts'
import { Said } from '#portal/mypage/flow/said.tsx'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { freshKeysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { errorsOf, firstOf, Stopped } from '#portal/mypage/flow/stopped.tsx'
import { actions } from '#portal/mypage/flow/submit.ts'
import { useSaidOnce } from '#portal/mypage/flow/use-said-once.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { type FieldSentences, parseGiven, sentencesFor, typedIn } from '#protocol/form.ts'
import { giftApi } from '#protocol/gift.ts'
import type { Call } from '#protocol/http.ts'
import { giftHref } from './address.ts'
import { Confirm } from './confirm.tsx'
import { giveLabels, GiveForm } from './give-form.tsx'
import { Given, Offered, Received } from './lists.tsx'
import { NotNow, Start } from './start.tsx'
import { takeLabels, TakeForm } from './take-form.tsx'
import type { Route } from './+types/gift.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const title = 'データを贈る・受け取る'

/** The lists, or one form on one screen: what to give (`give`), its 確認, or the code (`take`). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const call = callOf(context)
  const lineId = url.searchParams.get('lineId') ?? undefined
  // A user of a line comes from it.
  if (lineId === undefined && pageOf(context).familyRole === 'lineUser')
    throw redirect(pages.familyLines)
  const gifts = await ask(
    url,
    call(giftApi.giftsGet, { query: lineId === undefined ? {} : { lineId } }),
  )
  const keys = freshKeysOf(context)
  const typed = typedIn(url.searchParams)
  const done = url.searchParams.get('done') ?? ''
  // Where nothing can be given, the lists say why.
  const { why, mostBytes } = gifts.give
  if (url.searchParams.get('give') === '1' && (!why.allowed || mostBytes === 0))
    throw redirect(giftHref({ lineId }))
  return { gifts, lineId, keys, typed, done, ...(await viewOf(call, url)) }
}

type View =
  | { readonly view: 'lists' | 'take' }
  | { readonly view: 'give'; readonly fields: FieldSentences }
  | { readonly view: 'confirm'; readonly estimate: Awaited<ReturnType<typeof estimateFor>> }

async function viewOf(call: Call, url: URL): Promise<View> {
  const { searchParams } = url
  const give = searchParams.get('give')
  if (give === null) return { view: searchParams.has('take') ? 'take' : 'lists' }
  if (give !== 'confirm') return { view: 'give', fields: {} }
  const fields = sentencesFor(giftApi.giftPost.body, searchParams, ['megabytes', 'nickname'])
  if (Object.keys(fields).length > 0) return { view: 'give', fields }
  const estimate = await estimateFor(call, url)
  const refused = 'refused' in estimate ? estimate.refused.fields : undefined
  return refused === undefined ? { view: 'confirm', estimate } : { view: 'give', fields: refused }
}

async function estimateFor(call: Call, url: URL) {
  const parsed = parseGiven(giftApi.giftEstimateGet.query, url.searchParams)
  if ('fields' in parsed)
    return { refused: { code: 'VALIDATION_FAILED' as const, fields: parsed.fields } }
  return attempt(url, call(giftApi.giftEstimateGet, { query: parsed.value }))
}

const done =
  (what: string) =>
  ({ form }: { readonly form: FormData }) =>
    giftHref({ lineId: textOf(form, 'lineId'), done: what })

export const action = actions({
  give: { endpoint: giftApi.giftPost, to: done('given') },
  undo: { endpoint: giftApi.giftDelete, to: done('undone') },
  take: { endpoint: giftApi.giftTakePost, to: done('taken') },
  accept: { endpoint: giftApi.giftAcceptPost, to: done('taken') },
})

const titles: Record<View['view'], string> = {
  lists: title,
  give: 'データを贈る',
  confirm: '贈る内容の確認',
  take: 'データを受け取る',
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ title: titles[loaderData?.view ?? 'lists'], noindex: true })
}

const doneWords: Readonly<Record<string, string>> = {
  given: 'データを贈りました。お相手が受け取るまでは取り消せます。',
  undone: 'ギフトを取り消しました。データは元の期限のまま戻りました。',
  taken: 'データを受け取りました。すぐに使えます。',
}

export default function GiftPage({ loaderData, actionData }: Route.ComponentProps) {
  const { gifts, lineId, keys, typed, view } = loaderData
  useSaidOnce('done')
  const refused = actionData?.refused
  const way = [{ href: giftHref({ lineId }), label: title }]
  if (loaderData.view === 'give')
    return (
      <Frame title={titles[view]} way={way}>
        <Stopped
          refused={
            Object.keys(loaderData.fields).length === 0
              ? undefined
              : { code: 'VALIDATION_FAILED', fields: loaderData.fields }
          }
          labels={giveLabels}
        />
        {gifts.give.why.allowed ? (
          <GiveForm {...{ give: gifts.give, lineId, typed }} errors={firstOf(loaderData.fields)} />
        ) : (
          <NotNow why={gifts.give.why} />
        )}
      </Frame>
    )
  if (loaderData.view === 'confirm')
    return (
      <Frame title={titles[view]} way={way}>
        <Stopped refused={refused} title="贈れませんでした" labels={giveLabels} />
        <Confirm {...{ estimate: loaderData.estimate, give: gifts.give, typed, keys, refused }} />
      </Frame>
    )
  if (view === 'take')
    return (
      <Frame title={titles[view]} way={way}>
        <Stopped refused={refused} title="受け取れませんでした" labels={takeLabels} />
        <TakeForm
          {...{ keys, take: gifts.take, errors: errorsOf(refused) }}
          typed={actionData?.typed['giftCode']}
        />
      </Frame>
    )
  const said = actionData === undefined ? doneWords[loaderData.done] : undefined
  return (
    <Frame title={title} way={[lineId === undefined ? pages.usage : pages.familyPlaces]}>
      <Stopped refused={refused} title="できませんでした" />
      <Said>{said}</Said>
      <Offered {...{ offered: gifts.offered, keys }} />
      <Start {...{ gifts, lineId }} />
      <Given {...{ given: gifts.given, keys, lineId }} />
      {lineId === undefined ? <Received received={gifts.received} /> : null}
      <p className="small muted">
        基本・繰り越し・購入したデータを贈れます。受け取ったデータを、ほかの方に贈ることはできません。
      </p>
    </Frame>
  )
}
