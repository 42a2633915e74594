import { caseReasons, type CaseReason, type WorkQueue } from '#vocabulary/console.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { KeyedForm } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { PressButton } from '#console/parts/press.tsx'
import { places } from '#console/shell/places.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'

type OpenRecordProps = {
  readonly keys: FormKeys
  readonly account: string
  /** The case it is opened out of; typed where it is not known. */
  readonly ticket: string
  readonly isTicketFixed?: boolean
  readonly reason?: CaseReason
  /** Those to choose from, where it is known which the roles may open it for. */
  readonly reasons?: readonly CaseReason[]
  readonly about?: WorkQueue
  readonly stayed?: Stayed | undefined
}

/** No case, no data: the record is opened out of a case and with a reason, and the member reads both. */
export function OpenRecord(props: OpenRecordProps) {
  const { keys, account, ticket, isTicketFixed = false, reason = 'contact', about, stayed } = props
  const { reasons = namesOf(caseReasons) } = props
  const errorOf = (name: string) => {
    const error = stayed?.refused.fields?.[name]?.[0]
    return error === undefined ? {} : { error }
  }
  const id = (name: string) => `${name}-${account}`
  return (
    <KeyedForm
      keys={keys}
      of={`open.${account}`}
      values={{ account, about, ...(isTicketFixed && { ticket }) }}
      action={places.records}
      className="form"
    >
      <div className="form-row">
        {isTicketFixed ? null : (
          <Field
            id={id('ticket')}
            name="ticket"
            label="お問い合わせの番号"
            required
            autoComplete="off"
            defaultValue={stayed?.typed['ticket'] ?? ticket}
            {...errorOf('ticket')}
          />
        )}
        <Select
          id={id('reason')}
          name="reason"
          label="理由"
          defaultValue={stayed?.typed['reason'] ?? reason}
          options={reasons.map((name) => ({
            value: name,
            label: `${caseReasons[name]}（${name}）`,
          }))}
          {...errorOf('reason')}
        />
        <PressButton>360°を開く</PressButton>
      </div>
      <p className="muted">開いたことと理由は、会員の「閲覧と代理の記録」に残ります。</p>
    </KeyedForm>
  )
}
