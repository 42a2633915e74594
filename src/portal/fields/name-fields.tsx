import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { useKanaProposal, type KanaProposal } from './use-kana-proposal.ts'

export type FieldOf = (name: string) => {
  readonly name: string
  readonly defaultValue: string | undefined
  readonly error?: string | undefined
}

/** 氏名 and フリガナ. With script the kana follow from what is typed for the name. */
export function NameFields({ of }: { readonly of: FieldOf }) {
  const last = useKanaProposal()
  const first = useKanaProposal()
  return (
    <>
      <Field
        {...of('lastName')}
        {...last.nameField}
        label="姓"
        required
        autoComplete="family-name"
      />
      <Field
        {...of('firstName')}
        {...first.nameField}
        label="名"
        required
        autoComplete="given-name"
      />
      <Field
        {...of('lastNameKana')}
        {...last.kanaField}
        label="セイ（フリガナ）"
        required
        hint={kanaHint}
      />
      <Offer proposal={last} />
      <Field
        {...of('firstNameKana')}
        {...first.kanaField}
        label="メイ（フリガナ）"
        required
        hint={kanaHint}
      />
      <Offer proposal={first} />
    </>
  )
}

/** Kana that are there already are replaced by a press only. */
function Offer({ proposal: { state, take } }: { readonly proposal: KanaProposal }) {
  return (
    <div role="status">
      {state.kind === 'filled' ? (
        <p className="small">
          氏名の入力から「{state.kana}」を入れました。違うときは直してください。
        </p>
      ) : state.kind === 'offered' ? (
        <Button onClick={take} type="button">
          フリガナを「{state.kana}」にする
        </Button>
      ) : null}
    </div>
  )
}

const kanaHint = 'ひらがなや半角カタカナで入力しても、全角カタカナに直します。'
