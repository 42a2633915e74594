import { data } from 'react-router'
import { statusOf } from '#portal/mypage/flow/attempt.ts'
import { textOf } from '#portal/mypage/flow/keys.ts'
import { send } from '#portal/mypage/flow/submit.ts'
import { alertApi } from '#protocol/alert.ts'
import { typedIn } from '#protocol/form.ts'
import type { Call } from '#protocol/http.ts'
import { choiceOf, readOwn } from './thresholds.ts'

const ownFields = [
  ['ownBytes', 'remainingBytes'],
  ['ownPercent', 'usedPercent'],
  ['ownYen', 'chargesYen'],
] as const

/** Saves the ticked thresholds and those typed beside them; keeps what was typed where it cannot. */
export async function act(call: Call, url: URL, form: FormData) {
  const ticked = form.getAll('thresholds').map(String)
  const kept = { ticked, typed: typedIn(form), usedUp: form.get('usedUp') === 'on' }
  const errors: Record<string, string> = {}
  for (const [field, unit] of ownFields) {
    const read = readOwn(unit, textOf(form, field))
    if (typeof read === 'string') errors[field] = read
    else if (read && !ticked.includes(choiceOf(read))) form.append('thresholds', choiceOf(read))
  }
  if (Object.keys(errors).length > 0)
    return data({ kept, errors, saved: false, refused: undefined }, { status: 400 })

  const answer = await send(call, url, alertApi.highSpeedResidualNotificationPut, form)
  if ('value' in answer)
    return data({ kept: undefined, errors: {}, saved: true, refused: undefined })
  const { refused } = answer
  return data({ kept, errors: {}, saved: false, refused }, { status: statusOf(refused) })
}
