import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { ButtonLink } from '#ui/button.tsx'

type WayProps = { readonly words: string; readonly href: string; readonly isDone: boolean }

/** To a page of ours where something is typed, or looked at again. */
export function Way({ words, href, isDone }: WayProps) {
  return (
    <>
      <p>{words}</p>
      <ButtonLink href={href}>{isDone ? '見直す' : '入力する'}</ButtonLink>
    </>
  )
}

type PressProps = {
  readonly words: string
  readonly intent: string
  readonly label: string
  readonly isOffered: boolean
  readonly keys: FormKeys
}

/** Leads to the page of another, and back here. */
export function Press({ words, intent, label, isOffered, keys }: PressProps) {
  return (
    <>
      {words === '' ? null : <p>{words}</p>}
      {isOffered ? (
        <KeyedForm keys={keys} of={intent} values={{ intent }}>
          <Submit kind="secondary">{label}</Submit>
        </KeyedForm>
      ) : null}
    </>
  )
}
