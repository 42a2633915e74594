import { pages, withQuery } from '#vocabulary/pages.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { actions } from '#portal/mypage/flow/submit.ts'
import { useSaidOnce } from '#portal/mypage/flow/use-said-once.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { familyRequestApi } from '#protocol/family-request.ts'
import { requestAnswerLabels } from '#vocabulary/family-request.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { AnswerCard, DeclineForm } from './answer-card.tsx'
import type { FamilyRequest } from './wire.ts'
import type { Route } from './+types/requests.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const title = 'ご家族からのお願い'

/** What waits, with its answers; or with `decline` the form that says no to one of them. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { searchParams } = url
  return {
    known: await ask(url, callOf(context)(familyRequestApi.familyRequestGet, { query: {} })),
    declining: searchParams.get('decline') ?? undefined,
    isAnswered: searchParams.has('done'),
    isHolder: pageOf(context).familyRole === undefined,
    keys: freshKeysOf(context),
  }
}

const afterAnswer = withQuery(pages.familyRequests, { done: '1' })

export const action = actions({
  free: { endpoint: familyRequestApi.familyRequestAnswerPost, to: afterAnswer },
  pack: { endpoint: familyRequestApi.familyRequestPackPost, to: afterAnswer },
  option: { endpoint: familyRequestApi.familyRequestOptionPost, to: afterAnswer },
})

export const meta = mypageMeta(title)

/** Where a manager comes from: the roles are the holder's. */
const linesCrumb = { href: pages.familyLines, label: '残りと速度' }

export default function RequestsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { known, declining, isAnswered, isHolder, keys } = loaderData
  useSaidOnce('done')
  const { requests, leftBytes } = known
  const open = requests.filter(({ state }) => state === 'open')
  const over = requests.filter(({ state }) => state !== 'open')
  const declined = open.find(({ requestId }) => requestId === declining)
  if (declined !== undefined)
    return (
      <Frame title="お願いをことわる" way={[{ href: pages.familyRequests, label: title }]}>
        <DeclineForm request={declined} keys={keys} stayed={actionData} />
      </Frame>
    )
  return (
    <Frame title={title} way={[isHolder ? pages.family : linesCrumb]}>
      <Stopped refused={actionData?.refused} title="返事を送れませんでした" />
      {isAnswered && actionData === undefined ? (
        <Notice tone="good" role="status">
          返事をしました。ご本人にもお知らせしました。
        </Notice>
      ) : null}
      {open.length === 0 ? (
        <EmptyState title="待っているお願いはありません">
          「回線を使う人」のご家族がお願いを送ると、ここに届きます。メールでもお知らせします。
        </EmptyState>
      ) : (
        open.map((request) => (
          <AnswerCard key={request.requestId} {...{ request, leftBytes, isHolder, keys }} />
        ))
      )}
      {over.length === 0 ? null : (
        <Section id="over" title="これまでのお願い">
          <ul className="card family-list" role="list">
            {over.map((request) => (
              <li key={request.requestId}>
                <Over request={request} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Frame>
  )
}

function Over({ request }: { readonly request: FamilyRequest }) {
  const { name, label, note, state, stateLabel, endedAt, askedAt, answer, reply } = request
  return (
    <>
      <p>
        <strong>
          {name}：{label}
        </strong>{' '}
        <Badge tone={state === 'granted' ? 'good' : 'neutral'}>
          {state === 'granted' ? '聞き届けました' : stateLabel}
        </Badge>
      </p>
      {note === undefined ? null : <p>「{note}」</p>}
      <p className="small muted">
        {formatDateTime(endedAt ?? askedAt)}
        {answer === undefined ? null : `・${requestAnswerLabels[answer]}`}
      </p>
      {reply === undefined ? null : <p className="small">返事：「{reply}」</p>}
    </>
  )
}
