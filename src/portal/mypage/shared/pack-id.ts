import { oneOf } from '#portal/mypage/flow/draft.ts'
import { textOf } from '#portal/mypage/flow/keys.ts'

const packIds = ['100mb', '500mb', '1gb', '1gbNoCarry'] as const

/** The pack a posted form names; nothing for a name the wire does not know. */
export function packIdOf(form: FormData) {
  return oneOf(packIds, textOf(form, 'packId'))
}
