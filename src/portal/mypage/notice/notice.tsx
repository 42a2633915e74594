import { type NoticeKind, noticeKindLabels, noticeKinds } from '#vocabulary/notice.ts'
import { pages, withQuery } from '#vocabulary/pages.ts'
import { data } from 'react-router'
import { ask, attempt, statusOf } from '#portal/mypage/flow/attempt.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { idempotencyKeyOf, keysOf } from '#portal/mypage/flow/keys.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { noticeApi } from '#protocol/notice.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { NoticeList } from './notice-list.tsx'
import type { Route } from './+types/notice.ts'
import type { Notices } from '#portal/mypage/shared/wire.ts'

/** The kinds there are notices of, each with how many are unread. */
function KindLinks(props: {
  readonly byKind: Notices['byKind']
  readonly current: NoticeKind | undefined
}) {
  const { byKind, current } = props
  if (byKind.length < 2) return null
  return (
    <nav aria-label="お知らせの種類">
      <ul className="link-list" role="list">
        {current === undefined ? null : (
          <li>
            <a href={pages.notices}>すべての種類</a>
          </li>
        )}
        {byKind.map(({ kind, unread }) => (
          <li key={kind}>
            <a
              href={withQuery(pages.notices, { kind })}
              aria-current={kind === current ? 'page' : undefined}
            >
              {noticeKindLabels[kind]}
              {unread === 0 ? '' : `（未読${unread}件）`}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const title = 'お知らせ'
const path = pages.notices
const unreadPath = withQuery(path, { unread: 'true' })
const ROWS_SHOWN = 20

export async function loader({ context, url }: Route.LoaderArgs) {
  const unreadOnly = url.searchParams.get('unread') === 'true'
  const kind = noticeKinds.find((one) => one === url.searchParams.get('kind'))
  const cursor = url.searchParams.get('cursor') || undefined
  const notices = await ask(
    url,
    callOf(context)(noticeApi.noticesGet, {
      query: {
        limit: ROWS_SHOWN,
        ...(unreadOnly && { unread: 'true' as const }),
        ...(kind && { kind }),
        ...(cursor && { cursor }),
      },
    }),
  )
  return { notices, unreadOnly, kind, cursor, keys: keysOf(context, url) }
}

/** Marks what the form names as read; the same names again change nothing. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  const noticeIds = form.getAll('noticeId').flatMap((id) => (typeof id === 'string' ? id : []))
  const answer = await attempt(
    url,
    callOf(context, form)(noticeApi.noticesPut, {
      body: { noticeIds },
      idempotencyKey: idempotencyKeyOf(form),
    }),
  )
  const refused = 'refused' in answer ? answer.refused : undefined
  return data({ refused }, { status: refused ? statusOf(refused) : 200 })
}

export const meta = mypageMeta(title)

export default function Notices({ loaderData, actionData }: Route.ComponentProps) {
  const { notices, unreadOnly, kind, cursor, keys } = loaderData
  const here = withQuery(path, { unread: unreadOnly ? 'true' : undefined, kind })
  const next = new URLSearchParams({
    ...(unreadOnly && { unread: 'true' }),
    ...(kind && { kind }),
    cursor: notices.nextCursor ?? '',
  })
  return (
    <Frame title={title}>
      <Tabs
        label="お知らせの絞り込み"
        current={unreadOnly ? unreadPath : path}
        tabs={[
          { href: path, label: 'すべて' },
          { href: unreadPath, label: `未読（${notices.unread}件）` },
        ]}
      />
      <KindLinks byKind={notices.byKind} current={kind} />
      {actionData?.refused === undefined ? null : (
        <RefusalNotice answersPress title="既読にできませんでした" reason={actionData.refused} />
      )}
      {notices.rows.length === 0 ? (
        <EmptyState title={unreadOnly ? '未読のお知らせはありません' : 'お知らせはまだありません'}>
          お手続きの結果、データ残量、料金についてのお知らせが、新しい順にここに並びます。
        </EmptyState>
      ) : (
        <NoticeList rows={notices.rows} keys={keys} />
      )}
      <p className="small muted">
        お知らせは24か月のあいだ残ります。
        <a href={pages.noticeSettings}>メールとSMSで受け取る種類を選ぶ</a>
      </p>
      <nav className="records__pages" aria-label="お知らせのページ送り">
        {cursor === undefined ? null : <a href={here}>最新のお知らせに戻る</a>}
        {notices.nextCursor === undefined ? null : (
          <a href={`${path}?${next}`} rel="next">
            これより前のお知らせを見る
          </a>
        )}
      </nav>
    </Frame>
  )
}
