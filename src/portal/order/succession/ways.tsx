import { Form } from '#portal/fields/form.tsx'
import { Hidden, HiddenKeys, Submit } from '#portal/mypage/flow/form.tsx'
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
        <Form method="post">
          <HiddenKeys keys={keys} of={intent} />
          <Hidden values={{ intent }} />
          <Submit kind="secondary">{label}</Submit>
        </Form>
      ) : null}
    </>
  )
}
