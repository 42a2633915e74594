import { Form } from '#portal/fields/form.tsx'
import { Hidden, HiddenKeys, KeyedForm, Submit, SubmitRow } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { pages } from '#vocabulary/pages.ts'
import type { Passkey } from './wire.ts'

type KeyEditorProps = {
  readonly passkey: Passkey
  readonly keys: FormKeys
  readonly typed: string | undefined
  readonly error: string | undefined
  /** Only one is left. */
  readonly isLast: boolean
}

/** One passkey: its name, and its end. */
export function KeyEditor({ passkey, keys, typed, error, isLast }: KeyEditorProps) {
  const { passkeyId, name, isSynced } = passkey
  return (
    <>
      <Card>
        <Form method="post" className="form">
          <Field
            name="name"
            label="見分けるための名前"
            hint="40文字以内。この画面だけに出ます。"
            required
            maxLength={40}
            defaultValue={typed ?? name}
            error={error}
          />
          <ButtonRow>
            <Submit kind="primary">名前を保存する</Submit>
            <ButtonLink kind="plain" href={pages.passkeys}>
              変えずに戻る
            </ButtonLink>
          </ButtonRow>
          <HiddenKeys keys={keys} of={`rename.${passkeyId}`} />
          <Hidden values={{ intent: 'rename', passkeyId }} />
        </Form>
      </Card>
      <Card>
        <h2>「{name}」を消す</h2>
        <ul>
          <li>
            このパスキーでは、ご本人の確認ができなくなります。登録の連絡先にもお知らせします。
          </li>
          {isSynced ? <li>同期しているほかの端末でも、このパスキーは使えなくなります。</li> : null}
          {isLast ? (
            <li>最後のパスキーです。消したあとは、確認コードでご本人を確認します。</li>
          ) : null}
        </ul>
        <KeyedForm
          keys={keys}
          of={`remove.${passkeyId}`}
          values={{ intent: 'remove', passkeyId, reason: 'unused' }}
        >
          <SubmitRow kind="danger">このパスキーを消す</SubmitRow>
        </KeyedForm>
      </Card>
    </>
  )
}
