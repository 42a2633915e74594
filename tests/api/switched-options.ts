import { api } from '#protocol/index.ts'
import type { RawInput } from '#protocol/endpoint.ts'
import type { Call } from '#protocol/http.ts'

type Member = { call: Call; lineId: string }
type Voice = RawInput<typeof api.voiceOptionPost>['body']['optionCode']
type Group = RawInput<typeof api.dmmOptionPost>['body']['optionCode']

/** The option of that code among those that were answered. */
export const found = <Option extends { optionCode: string }>(
  options: readonly Option[],
  code: string,
) => {
  const one = options.find(({ optionCode }) => optionCode === code)
  if (one === undefined) throw new Error(`${code} is not there`)
  return one
}

export async function voiceOffer(member: Member, code: Voice, lineId = member.lineId) {
  const { options } = await member.call(api.voiceOptionAvailableGet, { query: { lineId } })
  return found(options, code)
}

export async function joinVoice(member: Member, code: Voice, more: { forwardTo?: string } = {}) {
  const { estimate, terms } = await voiceOffer(member, code)
  const body = {
    optionCode: code,
    lineId: member.lineId,
    conditions: estimate.conditions,
    termsVersion: terms.version,
    agreed: true as const,
    ...more,
  }
  return member.call(api.voiceOptionPost, { body })
}

export async function leaveVoice(member: Member, code: Voice) {
  const { options } = await member.call(api.voiceOptionCancelableGet, {
    query: { lineId: member.lineId },
  })
  const { conditions } = found(options, code).estimate
  const body = { optionCode: code, lineId: member.lineId, conditions }
  return member.call(api.voiceOptionCancelPost, { body })
}

export async function joinGroup(member: Member, code: Group) {
  const { joinable } = await member.call(api.dmmOptionContractingGet)
  const { estimate, terms } = found(joinable, code)
  const body = {
    optionCode: code,
    conditions: estimate.conditions,
    termsVersion: terms.version,
    agreed: true as const,
  }
  return member.call(api.dmmOptionPost, { body })
}
