import { data } from 'react-router'
import { entranceTo } from '#portal/mypage/entrances.ts'
import { ask, statusOf } from '#portal/mypage/flow/attempt.ts'
import { Said } from '#portal/mypage/flow/said.tsx'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { freshKeysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { actions, send } from '#portal/mypage/flow/submit.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { typedIn } from '#protocol/form.ts'
import { webhookApi } from '#protocol/webhook.ts'
import { pages, webhookPage, withQuery } from '#vocabulary/pages.ts'
import { webhookEventTypes } from '#vocabulary/webhook.ts'
import type { Route } from './+types/webhooks.ts'
import { Deliveries } from './deliveries.tsx'
import { MadeSecret } from './made-secret.tsx'
import { WebhookEditor, WebhookHead } from './webhook-editor.tsx'
import { WebhookList } from './webhook-list.tsx'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const call = callOf(context)
  const webhookId = url.searchParams.get('id') ?? ''
  const common = { done: url.searchParams.get('done') ?? '', keys: freshKeysOf(context) }
  if (webhookId === '')
    return { ...common, list: await ask(url, call(webhookApi.webhooksGet)), one: undefined }
  const query = { webhookId }
  const one = await ask(url, call(webhookApi.webhooksDeliveriesGet, { query }))
  return { ...common, list: undefined, one }
}

const after = (form: FormData, done: string) =>
  withQuery(pages.webhooks, { id: textOf(form, 'webhookId'), done })

const press = actions({
  change: { endpoint: webhookApi.webhooksPut, to: ({ form }) => after(form, 'changed') },
  remove: {
    endpoint: webhookApi.webhooksDelete,
    to: withQuery(pages.webhooks, { done: 'removed' }),
  },
  test: { endpoint: webhookApi.webhooksTestPost, to: ({ form }) => after(form, 'sent') },
  again: {
    endpoint: webhookApi.webhooksDeliveriesPost,
    to: ({ value }) => withQuery(pages.webhooks, { id: value.webhookId, done: 'sent' }),
  },
})

/** A secret is in the answer to its press and nowhere else, so the page is shown without a redirect. */
export async function action(args: Route.ActionArgs) {
  const { context, request, url } = args
  const form = await request.clone().formData()
  const intent = textOf(form, 'intent')
  if (intent !== 'make' && intent !== 'secret') return press(args)
  const call = callOf(context, form)
  const answer =
    intent === 'make'
      ? await send(call, url, webhookApi.webhooksPost, form)
      : await send(call, url, webhookApi.webhooksSecretPost, form)
  if ('refused' in answer) {
    const { refused } = answer
    // A form sends as many values of one name as are ticked.
    const chosen = form.getAll('events').map(String)
    const stayed = { refused, typed: typedIn(form), chosen, made: undefined }
    return data(stayed, { status: statusOf(refused) })
  }
  return data({ refused: undefined, typed: {}, chosen: [], made: answer.value })
}

const { label: title } = entranceTo(pages.webhooks)

export const meta = mypageMeta(title)

const doneWords: Readonly<Record<string, string>> = {
  changed: '設定を保存しました。',
  removed: 'Webhookを消しました。',
  sent: '送りました。結果は、数秒で「お届けの記録」に出ます。',
}

const labels = { url: '届け先のアドレス', events: 'お届けするできごと' }

export default function WebhooksPage({ loaderData, actionData }: Route.ComponentProps) {
  const { list, one, keys, done } = loaderData
  const refused = actionData?.refused
  const said = actionData === undefined ? doneWords[done] : undefined
  const made = actionData !== undefined && 'made' in actionData ? actionData.made : undefined
  const chosen = actionData !== undefined && 'chosen' in actionData ? actionData.chosen : undefined
  const host = one === undefined ? undefined : new URL(one.webhook.url).host
  return (
    <Frame
      title={host ?? title}
      way={[pages.user, pages.connections, ...(one === undefined ? [] : [pages.webhooks])]}
    >
      <Stopped refused={refused} title="保存できませんでした" labels={labels} />
      <Said>{said}</Said>
      {made === undefined ? null : <MadeSecret made={made} />}
      {one === undefined ? (
        <WebhookList
          list={list ?? { webhooks: [], limit: 0 }}
          keys={keys}
          refused={refused}
          typed={actionData?.typed ?? {}}
          chosen={chosen ?? webhookEventTypes}
        />
      ) : (
        <>
          <WebhookHead webhook={one.webhook} keys={keys} />
          <Deliveries deliveries={one.deliveries} webhook={one.webhook} keys={keys} />
          <WebhookEditor webhook={one.webhook} keys={keys} refused={refused} />
          <p>
            <a href={webhookPage()}>Webhookの一覧に戻る</a>
          </p>
        </>
      )}
    </Frame>
  )
}
