import { data } from 'react-router'
import { attempt, statusOf } from '#portal/mypage/flow/attempt.ts'
import { idempotencyKeyOf, textOf } from '#portal/mypage/flow/keys.ts'
import { dataApi } from '#protocol/data.ts'
import type { Call } from '#protocol/http.ts'
import { nameOf, readOwn, readThresholds, type Threshold } from './thresholds.ts'

const ownFields = [
  ['ownBytes', 'remainingBytes'],
  ['ownPercent', 'usedPercent'],
  ['ownYen', 'chargesYen'],
] as const

/** Saves the ticked thresholds and those typed beside them; keeps what was typed where it cannot. */
export async function act(call: Call, url: URL, form: FormData) {
  const ticked = form.getAll('threshold').flatMap((name) => (typeof name === 'string' ? name : []))
  const typed: Record<string, string> = {}
  const errors: Record<string, string> = {}
  const own: Threshold[] = []
  for (const [field, unit] of ownFields) {
    typed[field] = textOf(form, field)
    const read = readOwn(unit, typed[field])
    if (typeof read === 'string') errors[field] = read
    else if (read !== undefined) own.push(read)
  }
  const channel = textOf(form, 'channel') === 'none' ? ('none' as const) : ('mail' as const)
  const usedUp = form.has('usedUp')
  const kept = { ticked, typed, usedUp, channel }
  if (Object.keys(errors).length > 0)
    return data({ kept, errors, saved: false, refused: undefined }, { status: 400 })

  const all = new Map([...readThresholds(ticked), ...own].map((one) => [nameOf(one), one]))
  const answer = await attempt(
    url,
    call(dataApi.highSpeedResidualNotificationPut, {
      body: { thresholds: [...all.values()], usedUp, channel },
      idempotencyKey: idempotencyKeyOf(form),
    }),
  )
  if ('value' in answer)
    return data({ kept: undefined, errors: {}, saved: true, refused: undefined })
  const { refused } = answer
  return data({ kept, errors: {}, saved: false, refused }, { status: statusOf(refused) })
}
