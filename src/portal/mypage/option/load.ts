import {
  groupOptionCodes,
  supportOptionCodes,
  voiceOptionCodes,
  type OptionFamily,
} from '#vocabulary/option.ts'
import { plainDigits } from '#portal/mypage/flow/plain-digits.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { keepAnswersIn, type SavedAnswers } from '#portal/mypage/flow/saved-answers.ts'
import { loadDone } from '#portal/mypage/flow/load-done.ts'
import { loadSteps, missing, type Errors } from '#portal/mypage/flow/load-steps.ts'
import { contractApi } from '#protocol/contract.ts'
import type { Result } from '#protocol/endpoint.ts'
import { sentencesFor, typedIn, type Given } from '#protocol/form.ts'
import type { Call } from '#protocol/http.ts'
import { optionAnswers, optionApi } from '#protocol/option.ts'
import { orderApi } from '#protocol/order.ts'

export type Joinable = Result<typeof optionApi.supportOptionAvailableGet>['options'][number]
export type Leavable = Result<typeof optionApi.supportOptionCancelableGet>['options'][number]
/** An option as it is, what joining it would mean, and leaving it where the member has it. */
export type Offer = Joinable & { readonly family: OptionFamily; readonly leavable?: Leavable }

const codes: Readonly<Record<OptionFamily, readonly string[]>> = {
  support: supportOptionCodes,
  voice: voiceOptionCodes,
  group: groupOptionCodes,
}
const families: readonly OptionFamily[] = ['voice', 'support', 'group']

export const savedOptionAnswers = keepAnswersIn({
  cookie: 'option_answers',
  unseen: ['forwardTo'],
})

/** Which option of which line was answered for. */
export function formOf(given: Given): string {
  const { optionCode = '', lineId = '' } = typedIn(given)
  return `${optionCode}.${lineId}`
}

/** 一覧 → 確認 → 完了; where something must be answered before, 入力 comes first. */
export function loadOption(call: Call, url: URL, saved: SavedAnswers) {
  const asked = savedOptionAnswers.confirmed(url, saved)
  const optionCode = asked.get('optionCode') ?? ''
  const lineId = asked.get('lineId') ?? undefined

  async function offerOf() {
    const family = families.find((one) => codes[one].includes(optionCode))
    if (family === undefined) return undefined
    // With its line, the API says also of a line that can never have it why not.
    const offers = await offersOf(call, url, family, lineId)
    return offers.find((one) => one.optionCode === optionCode && one.line?.lineId === lineId)
  }

  return loadSteps(url, {
    async input(errors: Errors) {
      const chosen = optionCode === '' ? undefined : await offerOf()
      if (chosen !== undefined && chosen.asks !== undefined && chosen.join.allowed)
        return { chosen, errors, typed: { forwardTo: asked.get('forwardTo') ?? '' } }
      const [contract, ...offers] = await Promise.all([
        ask(url, call(contractApi.contractGet)),
        ...families.map((family) => offersOf(call, url, family)),
      ])
      const isInVain = optionCode !== '' && Object.keys(errors).length === 0
      return { contract, offers: offers.flat(), errors, isInVain }
    },
    async confirm() {
      const offer = await offerOf()
      if (offer === undefined) return missing()
      if (asked.get('intent') === 'leave' && offer.leavable === undefined) return missing()
      if (offer.asks !== undefined && asked.get('intent') !== 'leave') {
        const fields = sentencesFor(optionAnswers, asked, [offer.asks])
        if (Object.keys(fields).length > 0) return missing(fields)
        // A line that forwards to itself is never reached.
        if (
          offer.asks === 'forwardTo' &&
          plainDigits(asked.get('forwardTo')) === offer.line?.number
        )
          return missing({ forwardTo: ['この回線とは別の電話番号を入力してください。'] })
      }
      return {
        offer,
        isLeaving: asked.get('intent') === 'leave',
        forwardTo: asked.get('forwardTo') ?? undefined,
        userUnder18: asked.get('userUnder18') ?? undefined,
      }
    },
    /** The booking of this address: to go on is to join again. */
    async undo(orderNo: string) {
      const { receipt } = await ask(url, call(orderApi.orderGet, { query: { orderNo } }))
      const offers = await Promise.all(families.map((family) => offersOf(call, url, family)))
      const offer = offers.flat().find((one) => one.undoes && one.orderNo === orderNo)
      return { offer, title: receipt.title }
    },
    done: (orderNo: string) => loadDone(call, url, orderNo),
  })
}

async function offersOf(
  call: Call,
  url: URL,
  family: OptionFamily,
  lineId?: string,
): Promise<Offer[]> {
  const query = lineId === undefined ? {} : { lineId }
  const [joinable, leavable] = await Promise.all([
    readJoinable(call, url, family, query),
    readLeavable(call, url, family, query),
  ])
  return joinable.map((one) => ({
    ...one,
    family,
    leavable: leavable.find(
      ({ optionCode, line }) => optionCode === one.optionCode && line?.lineId === one.line?.lineId,
    ),
  }))
}

type OfLine = { readonly lineId?: string }

async function readJoinable(
  call: Call,
  url: URL,
  family: OptionFamily,
  query: OfLine,
): Promise<Joinable[]> {
  switch (family) {
    case 'voice':
      return (await ask(url, call(optionApi.voiceOptionAvailableGet, { query }))).options
    case 'support':
      return (await ask(url, call(optionApi.supportOptionAvailableGet, { query }))).options
    case 'group':
      return (await ask(url, call(optionApi.dmmOptionContractingGet))).joinable
  }
}

async function readLeavable(
  call: Call,
  url: URL,
  family: OptionFamily,
  query: OfLine,
): Promise<Leavable[]> {
  switch (family) {
    case 'voice':
      return (await ask(url, call(optionApi.voiceOptionCancelableGet, { query }))).options
    case 'support':
      return (await ask(url, call(optionApi.supportOptionCancelableGet, { query }))).options
    case 'group':
      return (await ask(url, call(optionApi.dmmOptionCancelableGet))).options
  }
}
