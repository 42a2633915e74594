import { noticeKindLabels, type NoticeKind } from '#vocabulary/notice.ts'
import { pages, withQuery } from '#vocabulary/pages.ts'
import type { Notices } from '#portal/mypage/shared/wire.ts'

/** The kinds there are notices of, each with how many are unread. */
export function KindLinks(props: {
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
