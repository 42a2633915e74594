import type { ReactNode } from 'react'
import type { ArrivalNote } from '#portal/mypage/flow/address.ts'
import type { Refusal } from '#vocabulary/refusal.ts'
import type { ErrorCode } from '#protocol/errors.ts'
import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { errorsOf } from '#portal/mypage/flow/stopped.tsx'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Notice } from '#ui/notice.tsx'

export type ConfirmFormProps = {
  readonly keys: FormKeys
  /** Fingerprint of what was confirmed, or what else names the one effect. */
  readonly conditions: string
  /** The answers of 入力, sent again: 確認 holds no state on the server. */
  readonly values: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly submitLabel: string
  readonly kind?: 'primary' | 'danger'
  /** Where something must be read before going on. */
  readonly agreement?: ReactNode
  /** Why the last press did not lead on: the sentence for the box is beside it. */
  readonly refused?: Refusal<ErrorCode> | undefined
  /** What the last press sent: a tick that was not taken in stays, unless other conditions stand here now. */
  readonly typed?: Readonly<Record<string, string>> | undefined
  /** Beside the button: the way back. */
  readonly back?: { readonly href: string; readonly label: string }
  /** Below the button: what pressing it means. */
  readonly under?: ReactNode
  readonly children?: ReactNode
}

/** What else on 確認 can be typed names it, and goes along with the press (its `form`). */
export const CONFIRM_FORM = 'confirm-form'

/** The last press of a procedure: posts what was shown, with the key that makes it one effect. */
export function ConfirmForm({
  keys,
  conditions,
  values,
  submitLabel,
  kind = 'primary',
  agreement,
  refused,
  typed,
  back,
  under,
  children,
}: ConfirmFormProps) {
  return (
    <KeyedForm
      keys={keys}
      of={conditions}
      values={{ conditions, ...values }}
      id={CONFIRM_FORM}
      className="flow flow-confirm"
    >
      {children}
      {agreement === undefined ? null : (
        <Checkbox
          name="agreed"
          value="yes"
          required
          defaultChecked={typed?.['agreed'] === 'yes' && typed['conditions'] === conditions}
          label={agreement}
          error={errorsOf(refused)['agreed']}
        />
      )}
      <ButtonRow>
        <Submit kind={kind}>{submitLabel}</Submit>
        {back === undefined ? null : (
          <ButtonLink kind="plain" href={back.href}>
            {back.label}
          </ButtonLink>
        )}
      </ButtonRow>
      {under === undefined ? null : <p className="small muted flow-confirm__under">{under}</p>}
    </KeyedForm>
  )
}

const arrivals: Readonly<Record<ArrivalNote, { tone: 'good' | 'warning'; text: string }>> = {
  verified: {
    tone: 'good',
    text: 'ご本人であることを確認しました。まだお申し込みは完了していません。内容を確認して、続けてください。',
  },
  pending: {
    tone: 'warning',
    text: '入力した内容を反映しました。お手続きはまだ済んでいません。内容を確認して、もう一度ボタンを押してください。',
  },
  changed: {
    tone: 'warning',
    text: '確認画面を開いたあとで、料金または適用日が変わりました。新しい内容を確認してから、お申し込みください。',
  },
}

/** Why the page is shown again. */
export function Arrival({ note }: { readonly note: ArrivalNote | undefined }) {
  if (note === undefined) return null
  const { tone, text } = arrivals[note]
  return (
    <Notice tone={tone} role="status">
      {text}
    </Notice>
  )
}
