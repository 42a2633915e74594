import { useState, type ComponentProps, type ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { Form } from '#portal/fields/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { Button, ButtonRow } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { antiForgery } from '#protocol/conventions.ts'

type Values = Readonly<Record<string, string | readonly string[] | undefined>>

/** What travels unseen from step to step. */
export function Hidden({ values }: { readonly values: Values }) {
  return Object.entries(values).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : (value ?? [])).map((one) => (
      <input key={`${name}=${one}`} type="hidden" name={name} value={one} />
    )),
  )
}

/** The token and the key of a form that changes something. */
export function HiddenKeys({ keys, of }: { readonly keys: FormKeys; readonly of: string }) {
  return (
    <Hidden
      values={{
        [antiForgery.field]: keys.xsrfToken,
        draft: keys.draft,
        idempotencyKey: `${keys.draft}.${of}`,
      }}
    />
  )
}

type KeyedFormProps = Omit<ComponentProps<typeof Form>, 'method'> & {
  readonly keys: FormKeys
  /** Names the one effect the form has: pressed twice it is one. */
  readonly of: string
  /** What travels unseen beside the keys. */
  readonly values?: Values
}

/** A form that changes something, with its token and its key. */
export function KeyedForm({ keys, of, values, children, ...form }: KeyedFormProps) {
  return (
    <Form method="post" {...form}>
      <HiddenKeys keys={keys} of={of} />
      {values === undefined ? null : <Hidden values={values} />}
      {children}
    </Form>
  )
}

type SubmitProps = Pick<ComponentProps<typeof Button>, 'kind' | 'name' | 'value'> & {
  readonly children: ReactNode
}

/** Says that it is working and takes no second press while a form is under way. */
export function Submit({ children, ...rest }: SubmitProps) {
  const navigation = useNavigation()
  return (
    <Button {...rest} busy={navigation.formData !== undefined}>
      {children}
    </Button>
  )
}

/** The one button of its row that sends the form. */
export const SubmitRow = (props: SubmitProps) => (
  <ButtonRow>
    <Submit {...props} />
  </ButtonRow>
)

type FieldErrorsProps = {
  readonly errors: Readonly<Record<string, string>>
  /** The summary is not beside the fields: a sentence that does not name its field gets the label in front. */
  readonly labels?: Readonly<Record<string, string>> | undefined
}

export function FieldErrors({ errors, labels = {} }: FieldErrorsProps) {
  return (
    <ErrorSummary
      answer={useAnswers()}
      errors={Object.entries(errors).map(([fieldId, sentence]) => {
        const label = labels[fieldId]
        const isNamed = label === undefined || sentence.includes(label)
        return { fieldId, message: isNamed ? sentence : `${label}：${sentence}` }
      })}
    />
  )
}

/**
 * How many forms have been answered, by an action or, with `method="get"`, by a loader. A page that is read again by
 * itself is no answer: it must not take the focus from who is typing.
 */
function useAnswers(): number {
  const isAsking = useNavigation().formData !== undefined
  const [seen, setSeen] = useState({ isAsking, answers: 0 })
  if (seen.isAsking !== isAsking)
    setSeen({ isAsking, answers: isAsking ? seen.answers : seen.answers + 1 })
  return seen.answers
}
