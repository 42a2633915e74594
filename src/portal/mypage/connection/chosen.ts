import { data } from 'react-router'
import { statusOf } from '#portal/mypage/flow/attempt.ts'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { typedIn } from '#protocol/form.ts'

/** What was ticked, where a form sends one name several times. */
export type Chosen = { readonly scopes: readonly string[]; readonly lineIds: readonly string[] }

/** A refused form with all that was typed and ticked. */
export const stayWithChoices = (refused: Stayed['refused'], form: FormData) =>
  data(
    {
      refused,
      typed: typedIn(form),
      chosen: {
        scopes: form.getAll('scopes').map(String),
        lineIds: form.getAll('lineIds').map(String),
      },
      made: undefined,
    },
    { status: statusOf(refused) },
  )
