import { brand } from '#brand'
import { pages, withQuery } from '#vocabulary/pages.ts'
import { entranceTo } from '#portal/mypage/entrances.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { Said } from '#portal/mypage/flow/said.tsx'
import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { freshKeysOf, type FormKeys } from '#portal/mypage/flow/keys.ts'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { actions } from '#portal/mypage/flow/submit.ts'
import { useIsOffered } from '#portal/mypage/shared/use-is-offered.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import type { Result } from '#protocol/endpoint.ts'
import { connectionApi } from '#protocol/connection.ts'
import { ButtonLinkRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { ConnectionCard, OverRow } from './connection-card.tsx'
import { OwnAppList } from './own-app-list.tsx'
import type { Route } from './+types/connections.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const { label: title } = entranceTo(pages.connections)

export async function loader({ context, url }: Route.LoaderArgs) {
  const known = await ask(url, callOf(context)(connectionApi.connectionsGet))
  return { ...known, done: url.searchParams.get('done') ?? '', keys: freshKeysOf(context) }
}

const done = (what: string) => withQuery(pages.connections, { done: what })

export const action = actions({
  takeBack: { endpoint: connectionApi.connectionsDelete, to: done('takenBack') },
  removeApp: { endpoint: connectionApi.connectionsClientDelete, to: done('appRemoved') },
  throwAway: { endpoint: connectionApi.preparedOrdersDelete, to: done('thrownAway') },
})

export const meta = mypageMeta(title)

const doneWords: Readonly<Record<string, string>> = {
  takenBack: '取り消しました。このプログラムからは、もう使えません。作った下書きも消しました。',
  appMade:
    '登録しました。アプリの設定に、下の「手元のアプリ」にある番号（client_id）を入れて、アプリから連携を始めてください。',
  appRemoved: '登録を消しました。このアプリに許していたことも、取り消しました。',
  thrownAway: '下書きを消しました。',
}

export default function ConnectionsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { connections, prepared, toGive, limit, ownApps, ownAppLimit, keys } = loaderData
  const isOffered = toGive.ofContract.length > 0
  const isHookOffered = useIsOffered(pages.webhooks)
  const open = connections.filter(({ state }) => state === 'active')
  const over = connections.filter(({ state }) => state === 'ended')
  const said = actionData === undefined ? doneWords[loaderData.done] : undefined
  return (
    <Frame title={title} way={[pages.user]}>
      <Stopped refused={actionData?.refused} title="取り消せませんでした" />
      <Said>{said}</Said>
      <p className="lead">
        パスワードを教えずに、プログラムやアプリに、許したことだけを任せられます。料金のかかること、契約を変えること、終えることは、プログラムからはできません。
      </p>
      {prepared.length === 0 ? null : <Prepared prepared={prepared} keys={keys} />}
      {open.length === 0 ? (
        <EmptyState title="使えるアクセスキーも、連携しているアプリも、ありません">
          作ったキーと連携したアプリが、最後に使われた日時とともに、ここに並びます。
        </EmptyState>
      ) : (
        open.map((one) => <ConnectionCard key={one.connectionId} connection={one} keys={keys} />)
      )}
      {!isOffered ? null : open.length >= limit ? (
        <Notice title={`使えるキーと連携は${limit}個までです`}>
          作るときは、使わないものを取り消してください。
        </Notice>
      ) : (
        <ButtonLinkRow kind="primary" href={pages.connectionKey}>
          アクセスキーを作る
        </ButtonLinkRow>
      )}
      <OwnAppList {...{ ownApps, ownAppLimit, isOffered, keys }} />
      {isHookOffered ? (
        <p>
          できごとをプログラムで受け取るには、<a href={pages.webhooks}>Webhook</a>
          をお使いください。
        </p>
      ) : null}
      <Section id="ends" title="ひとりでに取り消されるとき">
        <p>
          期限が過ぎたとき、
          <a href={pages.logins}>ほかの端末のログイン</a>
          をすべて終わらせたとき、回線をご家族にゆずったとき、契約者が変わったとき、ご契約や家族の役割が終わったときは、その時から使えません。キーを人に知られたときは、すぐに取り消してください。
        </p>
        <p>
          {brand.account}
          のパスワードを変えても、ひとりでには取り消されません。パスワードを人に知られたときは、変えたあと、ほかの端末のログインをすべて終わらせてください。キーも連携も、いっしょに終わります。
        </p>
      </Section>
      {over.length === 0 ? null : (
        <Section id="over" title="終わったもの">
          <ul className="card connection-list" role="list">
            {over.map((one) => (
              <OverRow key={one.connectionId} connection={one} />
            ))}
          </ul>
        </Section>
      )}
    </Frame>
  )
}

type PreparedProps = {
  readonly prepared: Result<typeof connectionApi.connectionsGet>['prepared']
  readonly keys: FormKeys
}

/** What programs have drafted: looked at and pressed by the member, or thrown away. */
function Prepared({ prepared, keys }: PreparedProps) {
  return (
    <Section id="prepared" title="プログラムが作った下書き">
      {prepared.map(({ preparedId, label, by, path, madeAt, expiresAt }) => (
        <Card key={preparedId}>
          <h3>{label}</h3>
          <p className="small muted">
            「{by}」が{formatDateTime(madeAt)}に作成・{formatDateTime(expiresAt)}まで
          </p>
          <p>まだ申し込まれていません。内容と料金を確かめてから、お申し込みください。</p>
          <ButtonLinkRow href={path}>内容を確認する</ButtonLinkRow>
          <KeyedForm
            keys={keys}
            of={`throwAway.${preparedId}`}
            values={{ intent: 'throwAway', preparedId }}
          >
            <Submit>
              下書きを消す<span className="visually-hidden">（{label}）</span>
            </Submit>
          </KeyedForm>
        </Card>
      ))}
    </Section>
  )
}
