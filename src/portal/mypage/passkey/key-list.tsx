import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { TapLink } from '#ui/text-link.tsx'
import { pages, withQuery } from '#vocabulary/pages.ts'
import type { Passkey } from './wire.ts'
import { dayOf, lastUseOf } from './words.ts'

/** The passkeys of the account, each with what tells it from the others. */
export function KeyList({ passkeys }: { readonly passkeys: readonly Passkey[] }) {
  if (passkeys.length === 0)
    return (
      <EmptyState title="登録したパスキーは、まだありません">
        追加すると、使った日時と端末がここに並びます。
      </EmptyState>
    )
  return (
    <Card>
      <h2 id="keys">登録したパスキー</h2>
      <ul className="key-list" role="list">
        {passkeys.map((passkey) => (
          <li key={passkey.passkeyId}>
            <KeyRow passkey={passkey} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function KeyRow({ passkey }: { readonly passkey: Passkey }) {
  const { passkeyId, name, state, stateLabel, isThisDevice, settlesAt } = passkey
  return (
    <article className="key-row" aria-label={name}>
      <span className="key-row__sign">
        <Icon name="key" />
      </span>
      <div className="key-row__words">
        <p>
          <strong>{name}</strong>{' '}
          {state === 'stopped' ? <Badge tone="danger">{stateLabel}</Badge> : null}
          {isThisDevice ? <Badge tone="good">この端末</Badge> : null}
        </p>
        <p className="small muted">{lastUseOf(passkey)}</p>
        {settlesAt === undefined || state === 'stopped' ? null : (
          <p className="small muted">はじめての端末では、{dayOf(settlesAt)}から使えます</p>
        )}
      </div>
      <TapLink href={withQuery(pages.passkeys, { key: passkeyId })}>
        変える<span className="visually-hidden">（{name}）</span>
      </TapLink>
    </article>
  )
}
