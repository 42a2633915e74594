import type { Refusal } from '#vocabulary/refusal.ts'
import { redirect } from 'react-router'
import { inputAddress } from '#portal/mypage/flow/address.ts'
import { keepAnswers, type Kept } from '#portal/mypage/sim/kept-answers.ts'
import { eidMistyped } from '#vocabulary/eid.ts'
import { errors } from '#protocol/errors.ts'

const faults: Readonly<Record<string, string>> = {
  'in-use': errors.EID_IN_USE.message,
  mistyped: eidMistyped,
}

/** The EID that 確認 was refused for is an error at its field, on 入力, where it can be mended. */
export const eidErrorIn = ({ searchParams }: URL): Readonly<Record<string, string>> => {
  const fault = faults[searchParams.get('eid-fault') ?? '']
  return fault === undefined ? {} : { eid: fault }
}

/** Back to 入力 with everything that was typed; undefined where the refusal is about something else. */
export async function backToEid(
  refused: Refusal,
  path: string,
  { form, answers, draft }: { form: string; answers: Kept; draft: string },
  origin: string,
) {
  const fault =
    refused.code === 'EID_IN_USE' ? 'in-use' : refused.fields?.['eid'] ? 'mistyped' : undefined
  if (fault === undefined) return undefined
  const { eid: _, ...shown } = answers
  return redirect(inputAddress(path, { ...shown, draft, 'eid-fault': fault }), {
    headers: await keepAnswers(form, answers, origin),
  })
}
