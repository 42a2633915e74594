import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { useRef, useState, type CompositionEvent, type InputEvent } from 'react'
import { kanaOf, readingOf } from './kana-readings.ts'

type State =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'filled' | 'offered'; readonly kana: string }

type KanaProposal = ReturnType<typeof useKanaProposal>

/**
 * Fills a kana field from what is typed into a name field, while it is empty or holds what was filled in so. Other kana
 * are never overwritten: the reading is offered beside them.
 */
function useKanaProposal() {
  const kanaInput = useRef<HTMLInputElement>(null)
  const composition = useRef<string[]>([])
  const readings = useRef(new Map<string, string>())
  const filled = useRef('')
  const [state, setState] = useState<State>({ kind: 'nothing' })

  function fill(kana: string) {
    if (!kanaInput.current) return
    kanaInput.current.value = kana
    filled.current = kana
    setState(kana === '' ? { kind: 'nothing' } : { kind: 'filled', kana })
  }

  function propose(name: string) {
    const kana = kanaOf(name, readings.current)
    const present = kanaInput.current?.value ?? ''
    if (kana === undefined || present === kana)
      setState((before) => (before.kind === 'offered' ? { kind: 'nothing' } : before))
    else if (present === '' || present === filled.current) fill(kana)
    else setState(kana === '' ? { kind: 'nothing' } : { kind: 'offered', kana })
  }

  return {
    state,
    take: () => {
      if (state.kind === 'offered') fill(state.kana)
    },
    nameField: {
      onCompositionStart: () => {
        composition.current = []
      },
      onCompositionUpdate: ({ data }: CompositionEvent<HTMLInputElement>) => {
        composition.current.push(data)
      },
      onCompositionEnd: ({ data, currentTarget }: CompositionEvent<HTMLInputElement>) => {
        const reading = readingOf(composition.current, data)
        if (reading !== undefined) readings.current.set(data, reading)
        propose(currentTarget.value)
      },
      onInput: ({ nativeEvent, currentTarget }: InputEvent<HTMLInputElement>) => {
        if (!nativeEvent.isComposing) propose(currentTarget.value)
      },
    },
    kanaField: {
      ref: kanaInput,
      onInput: () => setState({ kind: 'nothing' }),
    },
  }
}

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
        hint={nameHint}
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
      <Field {...of('lastNameKana')} {...last.kanaField} label="セイ（フリガナ）" hint={kanaHint} />
      <Offer proposal={last} />
      <Field
        {...of('firstNameKana')}
        {...first.kanaField}
        label="メイ（フリガナ）"
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

const nameHint = '本人確認書類のとおりに。在留カードの方は、アルファベットのまま入力できます。'
const kanaHint =
  'ひらがなや半角カタカナで入力しても、全角カタカナに直します。アルファベットの氏名で、フリガナのない方は空欄のままで構いません。'
