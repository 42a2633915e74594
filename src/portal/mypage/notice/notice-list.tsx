import { noticeKindLabels } from '#vocabulary/notice.ts'
import { KeyedForm } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Accordion } from '#ui/accordion.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Sentence } from '#ui/sentence.tsx'
import { entrances, furtherPages, linkTo } from '../entrances.ts'
import type { MemberNotice } from '#portal/mypage/shared/wire.ts'
import { isBillPage } from '#vocabulary/pages.ts'
import { TapLink } from '#ui/text-link.tsx'

/** What a notice leads to, by the name that the screen has everywhere else. */
export function linkWords(href: string): string {
  const [path = ''] = href.split(/[?#]/)
  const label = furtherPages[path] ?? entrances.find((one) => one.href === path)?.label
  if (label !== undefined) return `「${label}」を開く`
  if (isBillPage(path)) return '請求の内訳を見る'
  const above = nearest(path)
  return above === undefined ? '詳しく見る' : `「${above.label}」を開く`
}

/** A single order, device or paper stands below the list of them. */
function nearest(path: string) {
  return entrances
    .filter(({ href }) => path.startsWith(`${href.replace(/(?:\/|\.html)$/, '')}/`))
    .toSorted((a, b) => b.href.length - a.href.length)[0]
}

type NoticeListProps = { readonly rows: readonly MemberNotice[]; readonly keys: FormKeys }

/** Newest first; what is unread says so and can be put aside, one by one or all that is shown. */
export function NoticeList({ rows, keys }: NoticeListProps) {
  const unread = rows.filter(({ readAt }) => readAt === undefined).map(({ noticeId }) => noticeId)
  return (
    <>
      {unread.length < 2 ? null : (
        <ReadForm noticeIds={unread} keys={keys}>
          表示中の{unread.length}件を既読にする
        </ReadForm>
      )}
      <ul className="notices" role="list">
        {rows.map((notice, index) => (
          <li key={notice.noticeId} id={notice.noticeId}>
            <Message notice={notice} keys={keys} open={index === 0} />
          </li>
        ))}
      </ul>
    </>
  )
}

type MessageProps = {
  readonly notice: MemberNotice
  readonly keys: FormKeys
  readonly open: boolean
}

/** A line each, so that twenty can be looked through; the newest is open. */
function Message({ notice, keys, open }: MessageProps) {
  const { noticeId, title, body, at, kind, important, readAt, mailedTo, path } = notice
  const href = linkTo(path)
  return (
    <Accordion
      open={open}
      title={
        <>
          <h2>
            <Sentence>{title}</Sentence>
          </h2>
          <span className="small muted notices__meta">
            <span>
              <time dateTime={at}>{formatDateTime(at)}</time>・{noticeKindLabels[kind]}
            </span>{' '}
            {readAt === undefined ? <Badge tone="good">未読</Badge> : null}{' '}
            {important ? <Badge tone="danger">重要</Badge> : null}
          </span>
        </>
      }
    >
      <p className="notices__body">
        <Sentence>{body}</Sentence>
      </p>
      {href === undefined ? null : <TapLink href={href}>{linkWords(href)}</TapLink>}
      {mailedTo === undefined ? null : (
        <p className="small muted">同じ内容を {mailedTo} へメールでお送りしました。</p>
      )}
      {readAt === undefined ? (
        <ReadForm noticeIds={[noticeId]} keys={keys} about={title}>
          既読にする
        </ReadForm>
      ) : null}
    </Accordion>
  )
}

type ReadFormProps = {
  readonly noticeIds: readonly string[]
  readonly keys: FormKeys
  readonly about?: string
  readonly children: React.ReactNode
}

function ReadForm({ noticeIds, keys, about, children }: ReadFormProps) {
  return (
    <KeyedForm
      keys={keys}
      of={`read.${noticeIds[0]}.${noticeIds.length}`}
      values={{ noticeId: noticeIds }}
      preventScrollReset
    >
      <Button>
        {children}
        {about === undefined ? null : <span className="visually-hidden">（{about}）</span>}
      </Button>
    </KeyedForm>
  )
}
