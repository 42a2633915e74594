import { KeyedForm, SubmitRow } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { Result } from '#protocol/endpoint.ts'
import type { connectionApi } from '#protocol/connection.ts'
import { ButtonLinkRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { scopeWords } from '#vocabulary/connection.ts'
import { pages } from '#vocabulary/pages.ts'

type Known = Result<typeof connectionApi.connectionsGet>
type OwnAppListProps = Pick<Known, 'ownApps' | 'ownAppLimit'> & {
  readonly isOffered: boolean
  readonly keys: FormKeys
}

/** The member's own apps, for scripts on their machine, and the way to one more. */
export function OwnAppList({ ownApps, ownAppLimit, isOffered, keys }: OwnAppListProps) {
  if (ownApps.length === 0 && !isOffered) return null
  return (
    <Section id="own-apps" title="手元のアプリ">
      <p>
        お手元のパソコンで動かすアプリやAIエージェントを登録すると、キーを写さずに、画面で許して使えます。
      </p>
      {ownApps.map((app) => (
        <OwnAppCard key={app.clientId} app={app} keys={keys} />
      ))}
      {!isOffered ? null : ownApps.length >= ownAppLimit ? (
        <Notice title={`登録できる手元のアプリは${ownAppLimit}個までです`}>
          登録するときは、使わないものの登録を消してください。
        </Notice>
      ) : (
        <ButtonLinkRow href={pages.connectionApp}>手元のアプリを登録する</ButtonLinkRow>
      )}
    </Section>
  )
}

type OwnAppCardProps = { readonly app: Known['ownApps'][number]; readonly keys: FormKeys }

function OwnAppCard({ app, keys }: OwnAppCardProps) {
  const { clientId, name, redirectUri, scopes, madeAt } = app
  return (
    <Card>
      <h3 className="connection-name">{name}</h3>
      <p className="small muted">{formatDateTime(madeAt)}に登録</p>
      <SummaryList
        entries={[
          [
            'アプリの番号（client_id）',
            <span key="value" className="connection-key">
              <code>{clientId}</code> <CopyButton text={clientId} label={`${name}の番号`} />
            </span>,
          ],
          ['戻り先', <code key="value">{redirectUri}</code>],
          ['求められること', scopes.map((scope) => scopeWords[scope].label).join('、')],
        ]}
      />
      <KeyedForm
        keys={keys}
        of={`removeApp.${clientId}`}
        values={{ intent: 'removeApp', clientId }}
      >
        <SubmitRow>
          登録を消す<span className="visually-hidden">（{name}）</span>
        </SubmitRow>
      </KeyedForm>
    </Card>
  )
}
