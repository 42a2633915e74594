import type { Refusal } from '#vocabulary/refusal.ts'
import { data, redirect } from 'react-router'
import { againAddress, doneAddress } from '#portal/mypage/flow/address.ts'
import { statusOf, type Attempted } from '#portal/mypage/flow/attempt.ts'

/** Why the last press did not lead on; 確認 shows it with everything as it was. */
export type Stayed = {
  readonly refused?: Refusal
  readonly agreementError?: string
  /** Of 入力 where it is posted: what was typed, and the sentences beside it. */
  readonly typed?: Readonly<Record<string, string>>
  readonly errors?: Readonly<Record<string, string>>
}

/** What has moved between 確認 and the press: shown anew, and nothing has been ordered. */
const movedCodes = ['CONDITIONS_CHANGED', 'CUT_OFF_PASSED', 'TERMS_OUTDATED']

/**
 * The end of an action: on to 完了, a page of its own; or back to 確認, with what stands in the way.
 * @param headers go along to 完了.
 */
export function finish(
  url: URL,
  answer: Attempted<{ readonly orderNo: string }>,
  headers: HeadersInit = {},
) {
  if ('value' in answer)
    return redirect(doneAddress(url.pathname, answer.value.orderNo), { headers })
  const { refused } = answer
  if (movedCodes.includes(refused.code)) return redirect(againAddress(url, 'changed'))
  return stay({ refused }, statusOf(refused))
}

export const stay = (stayed: Stayed, status: number) => data(stayed, { status })

export const isAgreed = (form: FormData) => form.get('agreed') === 'yes'

export const notAgreed = () =>
  stay({ agreementError: '内容を読み、確認のチェックを入れてください。' }, 400)

export const retype = (
  typed: Readonly<Record<string, string>>,
  errors: Readonly<Record<string, string>>,
) => stay({ typed, errors }, 400)
