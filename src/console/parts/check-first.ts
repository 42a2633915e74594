import { data, type ActionFunctionArgs } from 'react-router'
import { textOf } from '#portal/mypage/flow/keys.ts'
import { actions, notTaken, stay, type Press } from '#portal/mypage/flow/submit.ts'
import { parseGiven, typedIn, type FormSchema, type Sendable } from '#protocol/form.ts'
import type { CameBack } from './came-back.ts'

type Checked<Value> = Press<Value> & {
  readonly endpoint: Sendable<Value> & { readonly body: FormSchema }
}

/** What a form comes back with before it is sent: 確認 shows it, or the fields hold it again. */
export type ToCheck = CameBack & { readonly isChecked: boolean }

/**
 * The action of a page whose forms are read once more before they are sent. `step` in the form says how far it is:
 * `check` leads to 確認, `mend` back to the fields, without it the form is sent.
 */
export function checkFirst<Values extends Readonly<Record<string, unknown>>>(presses: {
  readonly [Intent in keyof Values]: Checked<Values[Intent]>
}) {
  const act = actions(presses)
  return async (args: ActionFunctionArgs) => {
    const form = await args.request.clone().formData()
    const intent = textOf(form, 'intent')
    const press = Object.hasOwn(presses, intent) ? presses[intent] : undefined
    const step = textOf(form, 'step')
    if (press === undefined || step === '') return act(args)
    const typed = typedIn(form)
    if (step === 'mend') return data<ToCheck>({ typed, isChecked: false })
    press.fill?.(form)
    const parsed = parseGiven(press.endpoint.body, form)
    return 'fields' in parsed
      ? stay(notTaken(parsed.fields), form)
      : data<ToCheck>({ typed, isChecked: true })
  }
}
