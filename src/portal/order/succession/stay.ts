import { data } from 'react-router'
import { statusOf } from '#portal/mypage/flow/attempt.ts'
import { typedIn } from '#protocol/form.ts'
import type { ErrorCode } from '#protocol/errors.ts'
import type { Refusal } from '#vocabulary/refusal.ts'
import type { Stayed } from '../stayed.ts'

/** The form as it was typed, with what is in the way. */
export const stay = (form: FormData, refused: Refusal<ErrorCode>) =>
  data<Stayed>({ typed: typedIn(form), ticked: [], refused }, { status: statusOf(refused) })
