import { Frame } from '#portal/mypage/flow/frame.tsx'
import { Said } from '#portal/mypage/flow/said.tsx'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { errorsOf, Stopped } from '#portal/mypage/flow/stopped.tsx'
import { actions } from '#portal/mypage/flow/submit.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { passkeyApi } from '#protocol/passkey.ts'
import { ButtonLinkRow } from '#ui/button.tsx'
import { LinkList } from '#ui/card.tsx'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { pages, withQuery } from '#vocabulary/pages.ts'
import { proofAddress } from '#vocabulary/proof.ts'
import type { Route } from './+types/passkeys.ts'
import { KeyEditor } from './key-editor.tsx'
import { KeyList } from './key-list.tsx'
import { KeyStage } from './key-stage.tsx'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const title = 'パスキー'

export async function loader({ context, url }: Route.LoaderArgs) {
  const known = await ask(url, callOf(context)(passkeyApi.passkeysGet))
  const key = url.searchParams.get('key')
  return {
    ...known,
    chosen: known.passkeys.find(({ passkeyId }) => passkeyId === key),
    done: url.searchParams.get('done') ?? '',
    keys: freshKeysOf(context),
  }
}

const done = (what: string) => withQuery(pages.passkeys, { done: what })

export const action = actions({
  rename: { endpoint: passkeyApi.passkeysNamePut, to: done('renamed') },
  remove: { endpoint: passkeyApi.passkeysDelete, to: done('removed') },
})

export const meta = mypageMeta(title)

const doneWords: Readonly<Record<string, string>> = {
  renamed: '名前を保存しました。',
  removed: 'パスキーを消しました。端末に残っているパスキーは、端末の設定から消せます。',
  lost: 'パスキーを消し、その端末のログインを切りました。',
  stopped: 'パスキーを消し、その端末のログインを切り、選んだ回線を止めました。',
}

export default function PasskeysPage({ loaderData, actionData }: Route.ComponentProps) {
  const { passkeys, limit, chosen, keys } = loaderData
  const said = doneWords[loaderData.done]
  const refused = actionData?.refused
  if (chosen !== undefined)
    return (
      <Frame title={chosen.name} way={[pages.user, pages.passkeys]}>
        <Stopped refused={refused} title="変更できませんでした" labels={{ name: '名前' }} />
        <KeyEditor
          passkey={chosen}
          keys={keys}
          typed={actionData?.typed['name']}
          error={errorsOf(refused)['name']}
          isLast={passkeys.length === 1}
        />
      </Frame>
    )
  return (
    <Frame title={title} way={[pages.user]}>
      <Stopped refused={refused} title="変更できませんでした" />
      <Said>{actionData === undefined ? said : undefined}</Said>
      {passkeys.some(({ state }) => state === 'stopped') ? (
        <Notice tone="warning" title="止めているパスキーがあります">
          複製されたおそれがあるため、止めました。消してから、新しいパスキーを追加してください。お使いになった覚えがないときは、
          <a href={pages.logins}>ログインの記録</a>をご確認ください。
        </Notice>
      ) : null}
      <KeyStage title="パスワードより強い鍵です">
        大切なお手続きの前に、指紋・顔・画面ロックでご本人を確認します。にせのページでは使えないので、だまされません。
      </KeyStage>
      <KeyList passkeys={passkeys} />
      {passkeys.length < limit ? (
        <ButtonLinkRow kind="primary" href={pages.passkeyAdd}>
          パスキーを追加する
        </ButtonLinkRow>
      ) : (
        <Notice title={`登録できるパスキーは${limit}個までです`}>
          追加するときは、使わないパスキーを消してください。
        </Notice>
      )}
      <Section id="lost" title="なくしたとき・使えないとき">
        <LinkList
          entries={[
            {
              href: pages.passkeyLost,
              label: '端末をなくした',
              hint: 'その端末の鍵を消し、ログインを切ります',
            },
            {
              href: proofAddress('strong', pages.passkeyAdd),
              label: 'パスキーが1つも使えない',
              hint: '本人確認書類のICチップで確かめ直し、新しい鍵を追加します',
            },
          ]}
        />
      </Section>
      <p className="small muted">
        ログインは、これまでどおりパスワードで行います。パスキーは、その先の大切なお手続きを守ります。
      </p>
    </Frame>
  )
}
