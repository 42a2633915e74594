import { data } from 'react-router'
import { pages } from '#vocabulary/pages.ts'
import { OPEN_API_PATH } from '#vocabulary/connection.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { send } from '#portal/mypage/flow/submit.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { connectionApi } from '#protocol/connection.ts'
import { ButtonLinkRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { stayWithChoices } from './chosen.ts'
import { keyLabels, KeyForm } from './key-form.tsx'
import type { Route } from './+types/key.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const title = 'アクセスキーを作る'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { toGive, lines } = await ask(url, callOf(context)(connectionApi.connectionsGet))
  return { toGive, lines, origin: pageOf(context).origin, keys: freshKeysOf(context) }
}

/** The key is in the answer to this press and nowhere else, so the page is shown without a redirect. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  const answer = await send(callOf(context, form), url, connectionApi.connectionsKeyPost, form)
  if ('refused' in answer) return stayWithChoices(answer.refused, form)
  return data({ refused: undefined, typed: {}, chosen: undefined, made: answer.value.key })
}

export const meta = mypageMeta(title)

export default function KeyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { toGive, lines, origin, keys } = loaderData
  const made = actionData?.made
  const way = [pages.user, pages.connections] as const
  if (made !== undefined)
    return (
      <Frame title="アクセスキーを作りました" way={way}>
        <Made secret={made} origin={origin} />
      </Frame>
    )
  return (
    <Frame title={title} way={way}>
      <Stopped refused={actionData?.refused} title="キーを作れませんでした" labels={keyLabels} />
      {toGive.ofContract.length === 0 ? (
        <EmptyState title="許せることがありません">
          ご契約、またはご家族の役割をお持ちの方が、キーを作れます。
        </EmptyState>
      ) : (
        <KeyForm {...{ toGive, lines, keys }} {...actionData} />
      )}
    </Frame>
  )
}

function Made({ secret, origin }: { readonly secret: string; readonly origin: string }) {
  const example = `curl -H 'Authorization: Bearer ${secret}' ${origin}${OPEN_API_PATH}/high_speed/residual/`
  return (
    <>
      <Card>
        <p>このキーは、いまだけ表示します。コピーして、プログラムの設定に貼り付けてください。</p>
        <p className="connection-key">
          <code>{secret}</code> <CopyButton text={secret} label="アクセスキー" />
        </p>
        <p>
          このキーを知っている人は、許したことをお客さまとして行えます。人に教えず、公開する場所に置かないでください。知られたときは、すぐに取り消してください。
        </p>
      </Card>
      <Card>
        <h2>使い方の例</h2>
        <p className="connection-key">
          <code>{example}</code>
        </p>
        <p className="small muted">
          キーは、アドレスではなく、ヘッダーに入れて送ります。登録の連絡先にも、キーを作ったことをお知らせしました。
        </p>
      </Card>
      <ButtonLinkRow kind="primary" href={pages.connections}>
        連携とアクセスキーの一覧へ
      </ButtonLinkRow>
    </>
  )
}
