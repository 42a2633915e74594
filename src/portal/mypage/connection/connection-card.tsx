import { scopeWords } from '#vocabulary/connection.ts'
import { KeyedForm, SubmitRow } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import type { Result } from '#protocol/endpoint.ts'
import type { connectionApi } from '#protocol/connection.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { formatDate, formatDateTime, formatTime } from '#ui/format.ts'

type Connection = Result<typeof connectionApi.connectionsGet>['connections'][number]

/** One program: what it may, what it did last, and the way to take it back. */
export function ConnectionCard({
  connection,
  keys,
}: {
  readonly connection: Connection
  readonly keys: FormKeys
}) {
  const { connectionId, name, kindLabel, isOfFamily, prefix, lines, lastUse, uses } = connection
  return (
    <Card>
      <h2 className="connection-name">
        {name} <Badge>{kindLabel}</Badge>
      </h2>
      <p className="small muted">
        {prefix === undefined ? null : (
          <>
            <code>{prefix}…</code>・
          </>
        )}
        {formatDateTime(connection.madeAt)}に作成・{formatDateTime(connection.endsAt)}まで
        {isOfFamily ? '・ご家族が作成' : null}
      </p>
      <h3>
        できること（{lines === undefined ? 'すべての回線' : lines.map(fullNameOfLine).join('、')}）
      </h3>
      <ul>
        {connection.scopes.map((scope) => (
          <li key={scope}>{scopeWords[scope].label}</li>
        ))}
      </ul>
      <h3>使われた記録</h3>
      {lastUse === undefined ? (
        <p>まだ使われていません。</p>
      ) : (
        <p>
          最後は{formatDateTime(lastUse.at)}
          {lastUse.program === '' ? null : `・${lastUse.program}`}
          {lastUse.address === '' ? null : `・接続元 ${lastUse.address}`}
        </p>
      )}
      <Uses uses={uses} />
      <KeyedForm
        keys={keys}
        of={`takeBack.${connectionId}`}
        values={{ intent: 'takeBack', connectionId }}
      >
        <SubmitRow>
          すぐに取り消す<span className="visually-hidden">（{name}）</span>
        </SubmitRow>
      </KeyedForm>
    </Card>
  )
}

function Uses({ uses }: Pick<Connection, 'uses'>) {
  if (uses.length === 0) return null
  return (
    <details>
      <summary>この30日にしたこと（{uses.length}件）</summary>
      <ul>
        {uses.map(({ day, scope, lastAt }) => (
          <li key={`${day} ${scope}`}>
            {formatDate(day)}　{scopeWords[scope].label}（最後は{formatTime(lastAt)}）
          </li>
        ))}
      </ul>
    </details>
  )
}

export function OverRow({ connection }: { readonly connection: Connection }) {
  const { name, kindLabel, endedBecause, endedAt } = connection
  return (
    <li>
      <p>
        <strong>{name}</strong> <Badge>{kindLabel}</Badge>
      </p>
      <p className="small muted">
        {endedAt === undefined ? null : `${formatDateTime(endedAt)}・`}
        {endedBecause}
      </p>
    </li>
  )
}
