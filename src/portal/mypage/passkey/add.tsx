import { Form } from '#portal/fields/form.tsx'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { Hidden, HiddenKeys, KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { type FormKeys, freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { errorsOf, Stopped } from '#portal/mypage/flow/stopped.tsx'
import { actions } from '#portal/mypage/flow/submit.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { holdApi } from '#protocol/hold.ts'
import { passkeyApi } from '#protocol/passkey.ts'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { pages, withQuery } from '#vocabulary/pages.ts'
import type { Route } from './+types/add.ts'
import { KeyStage } from './key-stage.tsx'
import { makePasskey } from './sign.ts'
import { SigningButton } from './signing-button.tsx'
import type { Passkey } from './wire.ts'
import { failureWords } from './words.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const title = 'パスキーを追加する'

export async function loader({ context, url }: Route.LoaderArgs) {
  const call = callOf(context)
  const [standing, { passkeys, limit }] = await Promise.all([
    ask(url, call(holdApi.proofGet)),
    ask(url, call(passkeyApi.passkeysGet)),
  ])
  const added = url.searchParams.get('added')
  return {
    added: passkeys.find(({ passkeyId }) => passkeyId === added),
    count: passkeys.length,
    isFull: passkeys.length >= limit,
    // What is missing stands above the heading (flow/proofs.ts).
    isReady: standing.secondFactor && standing.knownFrom === undefined,
    keys: freshKeysOf(context),
  }
}

export const action = actions({
  add: {
    endpoint: passkeyApi.passkeysPost,
    to: ({ value }) => withQuery(pages.passkeyAdd, { added: value.passkeyId }),
  },
  rename: {
    endpoint: passkeyApi.passkeysNamePut,
    to: withQuery(pages.passkeys, { done: 'renamed' }),
  },
})

export const meta = mypageMeta(title)

export default function AddPasskeyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { added, count, isFull, isReady, keys } = loaderData
  const refused = actionData?.refused
  const errors = errorsOf(refused)
  const isWithoutScript = errors['response'] !== undefined && added === undefined
  return (
    <Frame title={title} way={[pages.user, pages.passkeys]}>
      {isWithoutScript ? (
        <Notice tone="warning" role="alert" title="パスキーを追加できませんでした">
          {failureWords.empty}
        </Notice>
      ) : (
        <Stopped
          refused={refused}
          title="パスキーを追加できませんでした"
          labels={{ name: '名前' }}
        />
      )}
      {added === undefined ? (
        <Begin isFull={isFull} isReady={isReady} keys={keys} />
      ) : (
        <Added
          passkey={added}
          count={count}
          keys={keys}
          typed={actionData?.typed['name']}
          error={errors['name']}
        />
      )}
    </Frame>
  )
}

type BeginProps = {
  readonly isFull: boolean
  readonly isReady: boolean
  readonly keys: FormKeys
}

function Begin({ isFull, isReady, keys }: BeginProps) {
  if (isFull)
    return (
      <Notice title="登録できるパスキーは10個までです">
        <a href={pages.passkeys}>パスキーの一覧</a>で使わないものを消してから、追加してください。
      </Notice>
    )
  return (
    <>
      <KeyStage title="この端末に鍵を作ります">
        ボタンを押すと、端末が指紋・顔・画面ロックでご本人を確認し、鍵を作ります。指紋や顔の情報は、端末の外には出ません。
      </KeyStage>
      <ul>
        <li>追加したことを、登録の連絡先にもお知らせします。</li>
        <li>
          追加から24時間のあいだは、確認コードの代わりとして、いつもの端末でお使いいただけます。はじめての端末での確認には、24時間たってから使えます。
        </li>
        <li>iPhoneやAndroidの設定によっては、同じ持ち主のほかの端末にも同期されます。</li>
      </ul>
      {isReady ? (
        <KeyedForm keys={keys} of="add" values={{ intent: 'add' }}>
          <SigningButton sign={makePasskey}>パスキーを追加する</SigningButton>
        </KeyedForm>
      ) : null}
    </>
  )
}

type AddedProps = {
  readonly passkey: Passkey
  readonly count: number
  readonly keys: FormKeys
  readonly typed: string | undefined
  readonly error: string | undefined
}

function Added({ passkey, count, keys, typed, error }: AddedProps) {
  const { passkeyId, name, settlesAt } = passkey
  return (
    <>
      <KeyStage title="追加しました" isDone>
        {settlesAt === undefined
          ? '次のお手続きから、この鍵でご本人を確認できます。'
          : `次のお手続きから、この鍵でご本人を確認できます。はじめての端末での確認には、${formatDateTime(settlesAt)}から使えます。`}
      </KeyStage>
      <Card>
        <Form method="post" className="form">
          <Field
            name="name"
            label="見分けるための名前"
            hint="登録の連絡先にも、追加したことをお知らせしました。"
            required
            maxLength={40}
            defaultValue={typed ?? name}
            error={error}
          />
          <Notice tone={count > 1 ? 'good' : 'info'} title={`これで鍵は${count}つです。`}>
            {count > 1
              ? '1つをなくしても、ほかの鍵で確認できます。'
              : 'もう1つ、ほかの端末の鍵も追加しておくと、なくしたときに安心です。'}
          </Notice>
          <ButtonRow>
            <Submit kind="primary">おわる</Submit>
            <ButtonLink href={pages.passkeyAdd}>もう1つ追加する</ButtonLink>
          </ButtonRow>
          <HiddenKeys keys={keys} of={`rename.${passkeyId}`} />
          <Hidden values={{ intent: 'rename', passkeyId }} />
        </Form>
      </Card>
    </>
  )
}
