import { caseReasons, recordParts, staffRoles } from '#vocabulary/console.ts'
import { contactFields, identityFields } from '#vocabulary/console-record.ts'
import { contactPage, pages, withQuery } from '#vocabulary/pages.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { type FormKeys, freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { actions } from '#portal/mypage/flow/submit.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { contactApi } from '#protocol/contact.ts'
import type { Result } from '#protocol/endpoint.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatDateTime } from '#ui/format.ts'
import type { Route } from './+types/access.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const title = '閲覧と代理の記録'

export async function loader({ context, url }: Route.LoaderArgs) {
  const cursor = url.searchParams.get('cursor') || undefined
  const accesses = await ask(
    url,
    callOf(context)(contactApi.recordAccessGet, { query: { ...(cursor && { cursor }) } }),
  )
  return { accesses, keys: freshKeysOf(context) }
}

/** 「心当たりがない」: on to the case that was made of it. */
export const action = actions(
  {
    report: {
      endpoint: contactApi.recordAccessPost,
      to: ({ value }) => `${contactPage(value.ticketNo)}&sent=1`,
    },
  },
  'report',
)

export const meta = mypageMeta(title)

export default function RecordAccess({ loaderData, actionData }: Route.ComponentProps) {
  const { accesses, keys } = loaderData
  return (
    <Frame title={title} way={[pages.held]}>
      <Stopped refused={actionData?.refused} title="お知らせいただけませんでした" />
      <p className="lead">
        当社の担当者が、お客さまの記録を見たこと、お客さまに代わって手続きしたことを、すべて記録しています。担当者の名前は出さず、役割とお問い合わせの番号でお知らせします。
      </p>
      {accesses.rows.length === 0 ? (
        <EmptyState title="記録はありません">
          担当者がお客さまの記録を見たり、手続きを進めたりすると、ここに残ります。
        </EmptyState>
      ) : (
        <ul className="card contact-list" role="list">
          {accesses.rows.map((access) => (
            <li key={access.accessId}>
              <AccessRow access={access} keys={keys} />
            </li>
          ))}
        </ul>
      )}
      {accesses.nextCursor === undefined ? null : (
        <p className="tap">
          <a href={withQuery(pages.access, { cursor: accesses.nextCursor })} rel="next">
            これより前の記録を見る
          </a>
        </p>
      )}
    </Frame>
  )
}

type Access = Result<typeof contactApi.recordAccessGet>['rows'][number]

const fieldWords = { ...contactFields, ...identityFields }

function AccessRow({ access, keys }: { readonly access: Access; readonly keys: FormKeys }) {
  const { accessId, at, role, reason, caseNo, kind, what, path, reported } = access
  const seen = [
    ...access.parts.map((part) => recordParts[part]),
    ...access.fields.map((field) => fieldWords[field]),
  ].join('、')
  const facts = [
    role === undefined ? undefined : `担当：${staffRoles[role]}`,
    reason === undefined ? undefined : `理由：${caseReasons[reason]}`,
    caseNo === undefined ? undefined : `番号：${caseNo}`,
  ].filter((fact) => fact !== undefined)
  return (
    <article className="contact-row" aria-label={`${formatDateTime(at)} ${what}`}>
      <p>
        <strong>{seen === '' ? what : `${what}：${seen}`}</strong>{' '}
        <Badge>{kind === 'read' ? '閲覧' : '操作'}</Badge>
      </p>
      <p className="small muted">
        <time dateTime={at}>{formatDateTime(at)}</time>
        {facts.map((fact) => `・${fact}`)}
      </p>
      {path === undefined ? null : (
        <p className="small">
          <a href={path}>手続きの状況を見る・取り消す</a>
        </p>
      )}
      {reported ? (
        <p className="small">
          心当たりがないとのお知らせを受け付けています。<a href={pages.contact}>お問い合わせ</a>
          で回答します。
        </p>
      ) : (
        <KeyedForm keys={keys} of={accessId} values={{ intent: 'report', accessId }}>
          <Submit kind="plain">
            心当たりがない
            <span className="visually-hidden">
              （{formatDateTime(at)} {what}）
            </span>
          </Submit>
        </KeyedForm>
      )}
    </article>
  )
}
