import { BYTES_PER_GB } from './bytes-per-gb.ts'
import { ApiError, type Call } from '#protocol/http.ts'
import { api } from '#protocol/index.ts'
import { simKind } from '#protocol/procedure.ts'
import { optionCode } from '#protocol/catalogue.ts'
import type { Result } from '#protocol/endpoint.ts'
import { formatCount } from '#ui/format.ts'
import { queryOf, readAsked, toDigits, type Asked } from './asked.ts'

export type Quote = Result<typeof api.catalogueQuoteGet>
export type Figures = Result<typeof api.catalogueFiguresGet>

/** What may be chosen, from the price list of the day. */
export type Choices = {
  sizes: { gb: string; name: string; shareable: boolean }[]
  options: { code: string; name: string; monthlyYen: number; voiceOnly: boolean }[]
  maxLines: number
}

export type Simulation = {
  asked: Asked
  choices: Choices
  /** Sentences beside the fields. */
  errors: Record<string, string>
  quote?: Quote
  /** What cannot be bought as asked for, and what can instead. */
  refused?: { message: string; instead: { label: string; query: string }[] }
}

const numberFields = {
  minutes: { name: 'callMinutes', max: 44_640, label: '通話の分数' },
  calls: { name: 'calls', max: 10_000, label: '電話をかける回数' },
  talk: { name: 'talkMinutes', max: 44_640, label: '通話アプリの分数' },
  sms: { name: 'messages', max: 10_000, label: 'SMSの通数' },
} as const

/** Asks the member API what the form asks; never fails for what was typed, only when the API cannot answer. */
export async function simulate(call: Call, query: URLSearchParams): Promise<Simulation> {
  const figures = await call(api.catalogueFiguresGet, { query: {} })
  const asked = readAsked(query)
  const choices = choicesOf(figures)
  const errors = findErrors(asked, choices)
  if (Object.keys(errors).length > 0) return { asked, choices, errors }
  try {
    const quote = await call(api.catalogueQuoteGet, { query: quoteQuery(asked, figures) })
    return { asked, choices, errors, quote }
  } catch (error) {
    if (!(error instanceof ApiError) || !error.failure || error.httpStatus >= 500) throw error
    const { code, message, fields } = error.failure
    if (fields?.['option']?.[0]) return { asked, choices, errors: { option: fields['option'][0] } }
    const instead = code === 'PLAN_NOT_SHAREABLE' ? insteadOf(asked, choices) : undefined
    return { asked, choices, errors, refused: instead ?? { message, instead: [] } }
  }
}

function choicesOf(figures: Figures): Choices {
  return {
    sizes: figures.plans.map((plan) => ({
      gb: String(plan.baseBytes / BYTES_PER_GB),
      name: plan.name,
      shareable: plan.shareable,
    })),
    options: figures.options.map((option) => ({
      code: option.optionCode,
      name: option.name,
      monthlyYen: option.monthlyYen,
      voiceOnly: option.kinds.every((kind) => kind === 'voice'),
    })),
    maxLines: figures.maxLines,
  }
}

const chooseAgain = (what: string) => `${what}を一覧から選び直してください。`

function findErrors(asked: Asked, choices: Choices): Record<string, string> {
  const errors: Record<string, string> = {}
  if (!choices.sizes.some(({ gb }) => gb === asked.gb)) errors['gb'] = chooseAgain('データ容量')
  const lines = Number(asked.lines)
  if (!Number.isInteger(lines) || lines < 1 || lines > choices.maxLines)
    errors['lines'] = `回線の数を1から${choices.maxLines}までで選び直してください。`
  asked.kinds.slice(0, lines || 1).forEach((kind, index) => {
    if (!simKind.safeParse(kind).success)
      errors[`kind-${index + 1}`] = chooseAgain(`${index + 1}回線目のSIMの種類`)
  })
  if (asked.options.some((code) => !optionCode.safeParse(code).success))
    errors['option'] = chooseAgain('オプション')
  for (const [field, { max, label }] of Object.entries(numberFields)) {
    const digits = toDigits(query(asked, field))
    if (digits !== '' && !(/^\d{1,6}$/.test(digits) && Number(digits) <= max))
      errors[field] = `${label}を0から${formatCount(max)}までの数字で入力してください。`
  }
  return errors
}

function query(asked: Asked, field: string): string {
  return field === 'minutes' || field === 'calls' || field === 'talk' || field === 'sms'
    ? asked[field]
    : ''
}

function quoteQuery(asked: Asked, figures: Figures) {
  const size = figures.plans.find((plan) => String(plan.baseBytes / BYTES_PER_GB) === asked.gb)
  const numbers = Object.entries(numberFields).flatMap(([field, { name }]) => {
    const digits = toDigits(query(asked, field))
    return digits === '' ? [] : [[name, Number(digits)] as const]
  })
  return {
    plan: size?.plan ?? 0,
    kind: asked.kinds.slice(0, Number(asked.lines)).flatMap((kind) => simKind.parse(kind)),
    ...(asked.options.length === 0
      ? {}
      : { option: asked.options.map((code) => optionCode.parse(code)) }),
    ...Object.fromEntries(numbers),
  }
}

/** Several lines of a size that cannot be shared: the next size that can, or one line of this one. */
function insteadOf(asked: Asked, choices: Choices) {
  const nearest = choices.sizes.find((size) => size.shareable && Number(size.gb) > Number(asked.gb))
  const chosen = choices.sizes.find((size) => size.gb === asked.gb)
  if (!nearest || !chosen) return undefined
  return {
    message: `データ容量を分け合えるのは${nearest.name}以上です。${chosen.name}は1回線でだけ使えます。契約はおひとりにつき1つのため、回線ごとに別の契約にすることもできません。`,
    instead: [
      {
        label: `${nearest.name}を${asked.lines}回線で分け合う料金を見る`,
        query: queryOf({ ...asked, gb: nearest.gb }),
      },
      {
        label: `${chosen.name}を1回線で使う料金を見る`,
        query: queryOf({ ...asked, lines: '1' }),
      },
    ],
  }
}
